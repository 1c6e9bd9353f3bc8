import { expect, test } from "vitest";
import type { TableField, Value } from "../../../../server/contract/tables.ts";
import {
  cellText,
  isQuiet,
  rowLabel,
  singularOf,
  tableLabel,
} from "../../../../client/admin/data/row-texts.ts";
import { pageWindow } from "../../../../client/admin/table/table-foot.tsx";
import { aField, aRow, aSchema } from "../schemas.ts";

const grouped = new Intl.NumberFormat().format(1_234_567);
const minute = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
const day = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeZone: "UTC" });
const AT = "2026-11-22T10:05:00.000Z";

test.each<[string, Partial<TableField>, Value, string]>([
  ["50 characters whole", {}, "x".repeat(50), "x".repeat(50)],
  ["51 characters cut", {}, "x".repeat(51), `${"x".repeat(50)}…`],
  ["50 characters of two units whole", {}, "🐻".repeat(50), "🐻".repeat(50)],
  ["markup as it is", {}, "<b>", "<b>"],
  ["nothing as nothing", {}, null, ""],
  ["integers grouped", { type: "integer" }, 1_234_567, grouped],
  [
    "numbers with two decimals",
    { type: "number" },
    3,
    new Intl.NumberFormat(undefined, { minimumFractionDigits: 2 }).format(3),
  ],
  ["references ungrouped", { type: "integer", reference: "orders" }, 1234, "1234"],
  ["times by the clock here", { format: "date-time" }, AT, minute.format(Date.parse(AT))],
  ["days as days", { format: "date" }, "2026-11-22", day.format(Date.parse("2026-11-22"))],
  ["no time as it is", { format: "date-time" }, "soon", "soon"],
  ["yes", { type: "boolean" }, true, "Yes"],
  ["no", { type: "boolean" }, false, "No"],
  ["lists in one line", { type: "array" }, ["a", "b"], "a, b"],
  ["choices by their names", { enum: ["a", "b"], enumNames: ["First", "Second"] }, "b", "Second"],
])("a cell shows %s", (_, field, value, text) => {
  expect(cellText(aField(field), value)).toBe(text);
});

test.each([
  [{ name: "Lumi" }, {}, "Lumi"],
  [{ name: "" }, {}, "#7"],
  [{}, {}, "#7"],
  [{ name: "" }, { isSingle: true }, "Things"],
] as const)("the row %j of a table with %j is called %s", (values, table, name) => {
  expect(rowLabel(aSchema({ name: {} }, table), aRow(values))).toBe(name);
});

test("the number and the times of a row are no data columns", () => {
  const names = ["id", "name", "version", "created_at", "updated_at", "price"];
  expect(names.filter((name) => !isQuiet(name))).toEqual(["name", "price"]);
});

test.each([
  [{ title: "Order items", name: "order_items" }, "Order items", "Order item"],
  [{ title: "", name: "order_items-schema" }, "order items", "order item"],
])("a table is called by its title, else by its name in words: %j", (schema, label, one) => {
  expect(tableLabel(schema)).toBe(label);
  expect(singularOf(schema)).toBe(one);
});

test.each([
  [1, 1, "1"],
  [1, 3, "1 2 3"],
  [1, 9, "1 2 3 gap 9"],
  [4, 9, "1 2 3 4 5 6 gap 9"],
  [5, 9, "1 gap 3 4 5 6 7 gap 9"],
  [9, 9, "1 gap 7 8 9"],
])("on page %i of %i there lead %s", (page, last, shown) => {
  expect(pageWindow(page, last).join(" ")).toBe(shown);
});
