import { expect, test } from "vitest";
import { choiceSearches } from "../../../../../client/admin/forms/references.ts";
import { matching } from "../../../../../client/admin/app/palette/find.ts";
import { schemaNamed } from "../../schemas.ts";

const entry = (title: string, detail?: string) => ({ id: title, title, detail, run: () => {} });
const sections = [
  { title: "Here", entries: [entry("Add a row"), entry("Choose columns")] },
  { title: "Views", entries: [entry("Über 19 $", "Products"), entry("Open", "Orders")] },
];
const titlesFor = (typed: string) =>
  matching(sections, typed).flatMap(({ entries }) => entries.map(({ title }) => title));

test.each([
  ["", ["Add a row", "Choose columns", "Über 19 $", "Open"]],
  ["nothing of it", []],
  ["ROW add", ["Add a row"]],
  ["uber prod", ["Über 19 $"]],
  ["orders", ["Open"]],
])("“%s” finds %o in the palette", (typed, titles) => {
  expect(titlesFor(typed)).toEqual(titles);
});

test("a section in which nothing is found is gone", () => {
  expect(matching(sections, "add").map(({ title }) => title)).toEqual(["Here"]);
});

test.each([
  ["products", " ", [{ limit: "20", sort: "id:desc" }]],
  ["products", "busy", [{ name__contains: "busy", limit: "20" }]],
  [
    "products",
    "12",
    [
      { id: "12", limit: "1" },
      { name__contains: "12", limit: "20" },
    ],
  ],
  ["products", "#12", [{ id: "12", limit: "1" }]],
  ["products", "#twelve", []],
])("a reference to %s is looked for by “%s”", (table, typed, searches) => {
  expect(choiceSearches(schemaNamed(table), typed)).toEqual(searches);
});
