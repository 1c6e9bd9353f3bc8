import { expect, test } from "vitest";
import {
  bytesText,
  fileNameOf,
  previewOf,
  sizeText,
} from "../../../../client/admin/kinds/upload.ts";
import {
  columnsParameter,
  importFields,
  mapColumn,
  mappingOf,
  mappingProblem,
} from "../../../../client/admin/table/import-file.ts";
import { schemaNamed } from "../schemas.ts";

const products = schemaNamed("products");

test("columns are mapped by name or title, each field once", () => {
  const headers = ["ID", " price (CENTS) ", "List_Price", "name", "Name", "colour", "created_at"];
  const mapping = ["id", "price", "list_price", "name", null, null, null];
  expect(mappingOf(products, headers)).toEqual(mapping);
  expect(importFields(products).map(([name]) => name)).not.toContain("created_at");
  expect(mapColumn(["name", null, "price"], 1, "name")).toEqual([null, "name", "price"]);
  expect(columnsParameter(["id", null, "name", null])).toBe("id,,name,");
});

test.each<[(string | null)[], string | undefined]>([
  [[null, null], "Choose a field for at least one column."],
  [
    ["price"],
    "New rows need Name, Short name, Type. Choose a column for each, or one for ID to change existing rows.",
  ],
  [["id", "price"], undefined],
  [products.required, undefined],
])("the problem of the mapping %o: %s", (mapping, problem) => {
  expect(mappingProblem(products, mapping)).toBe(problem);
});

test.each([
  ["/uploads/ab/cover.WEBP?v=1", "picture", "cover.WEBP"],
  ["/uploads/ab/Read%20me.pdf", "pdf", "Read me.pdf"],
  ["https://example.com/a.zip", undefined, "a.zip"],
  ["/uploads/%", undefined, "%"],
])("%s is previewed as %s under the name %s", (url, preview, name) => {
  expect(previewOf(url)).toBe(preview);
  expect(fileNameOf(url)).toBe(name);
});

test.each([
  [999, "999 bytes"],
  [1300, "1.3 kB"],
  [999_600, "1.0 MB"],
])("%i bytes: %s", (bytes, text) => {
  expect(bytesText(bytes)).toBe(text);
});

test.each([
  [{ bytes: undefined }, ""],
  [{ pages: 1, bytes: undefined }, "1 page"],
  [{ pages: 12, bytes: 1_300_000 }, "12 pages, 1.3 MB"],
])("the size of a file with %j is %j", (facts, text) => {
  expect(sizeText(facts)).toBe(text);
});
