import { expect, test } from "vitest";
import {
  columnsParameter,
  importFields,
  mapColumn,
  mappingOf,
  mappingProblem,
} from "../../../../../client/admin/table/import/mapping.ts";
import {
  bytesText,
  fileNameOf,
  previewOf,
  uploadKindOf,
} from "../../../../../client/admin/forms/upload.ts";
import { schemaNamed } from "../../schema.ts";

const products = schemaNamed("products");

test("columns find their fields by column or title, each once; the rest is left out", () => {
  const headers = ["ID", " price (CENTS) ", "List_Price", "name", "Name", "colour", "created_at"];
  expect(mappingOf(products, headers)).toEqual([
    "id",
    "price",
    "list_price",
    "name",
    null,
    null,
    null,
  ]);
  expect(importFields(products).map(([name]) => name)).not.toContain("created_at");
});

test("a field is filled by one column at most", () => {
  expect(mapColumn(["name", null, "price"], 1, "name")).toEqual([null, "name", "price"]);
  expect(mapColumn(["name", null], 0, null)).toEqual([null, null]);
});

test.each<[(string | null)[], RegExp | undefined]>([
  [[null, null], /No column/],
  [["price"], /^New rows need Name/],
  [["id", "price"], undefined],
  [products.required, undefined],
])("the mapping %o is refused as %s", (mapping, problem) => {
  const found = mappingProblem(products, mapping);
  if (problem) expect(found).toMatch(problem);
  else expect(found).toBeUndefined();
});

test("columns are sent in the file's order, and skipped columns are empty", () => {
  expect(columnsParameter(["id", null, "name", null])).toBe("id,,name,");
});

test("what holds an upload is known by its widget or its name", () => {
  const file = schemaNamed("product_files").properties["file_url"]!;
  const plain = { type: "string", title: "T", operators: [], sortable: true } as const;
  expect(uploadKindOf("file_url", file)).toBe("file");
  expect(uploadKindOf("hero_media_url", plain)).toBe("media");
  expect(uploadKindOf("cover", { ...plain, widget: "media" })).toBe("media");
  expect(uploadKindOf("url", plain)).toBeUndefined();
});

test.each([
  ["/uploads/ab/cover.WEBP?v=1", "picture", "cover.WEBP"],
  ["/uploads/ab/Read%20me.pdf", "pdf", "Read me.pdf"],
  ["https://example.com/a.zip", undefined, "a.zip"],
  ["/uploads/%", undefined, "%"],
  ["", undefined, ""],
])("%s is previewed as %s under the name %s", (url, preview, name) => {
  expect(previewOf(url)).toBe(preview);
  expect(fileNameOf(url)).toBe(name);
});

test.each([
  [0, "0 bytes"],
  [999, "999 bytes"],
  [1300, "1.3 kB"],
  [999_600, "1.0 MB"],
  [2_000_000_000, "2.0 GB"],
])("%i bytes read %s", (bytes, text) => {
  expect(bytesText(bytes)).toBe(text);
});
