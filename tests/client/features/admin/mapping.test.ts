import Papa from "papaparse";
import { expect, test } from "vitest";
import {
  importFields,
  mapColumn,
  mappedCsv,
  mappingOf,
  mappingProblem,
} from "../../../../client/features/admin/import/mapping.ts";
import {
  bytesText,
  fileNameOf,
  previewOf,
  uploadKindOf,
} from "../../../../client/features/admin/fields/upload.ts";
import { readSheet } from "../../../../client/features/admin/import/read-sheet.ts";
import { schemaNamed } from "./schema.ts";

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

test("the file is sent under the table's names, its cells unchanged", () => {
  const lines = [
    ["1", 'a "b", c', "x", " d "],
    ["2", "line\r\nbreak", "y", "'=1+1"],
    [" ", ""],
    ["3", ""],
  ];
  const csv = mappedCsv({ headers: ["a", "b", "c", "d"], lines }, ["id", "name", null, "badge"]);
  expect(Papa.parse(csv.trimEnd()).data).toEqual([
    ["id", "name", "badge"],
    ["1", 'a "b", c', " d "],
    ["2", "line\r\nbreak", "'=1+1"],
    [""],
    ["3", "", ""],
  ]);
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

test.each<[why: string, text: string, read: ReturnType<typeof readSheet>]>([
  ["nothing", "", { problem: "empty" }],
  ["a head without rows", "id,name\r\n\r\n", { problem: "empty" }],
  ["a quote that never ends", 'id,name\n1,"Busy', { problem: "unreadable" }],
  [
    "semicolons behind a byte order mark",
    '\uFEFFid; Name \r\n1;"a;b"\r\n',
    { sheet: { headers: ["id", "Name"], lines: [["1", "a;b"]] } },
  ],
  [
    "a separator that the first line names",
    "sep=|\r\nid|name\r\n1|a,b",
    { sheet: { headers: ["id", "name"], lines: [["1", "a,b"]] } },
  ],
  [
    "tabs and a blank line between",
    "id\tname\n1\ta\n\n2\tb",
    { sheet: { headers: ["id", "name"], lines: [["1", "a"], [""], ["2", "b"]] } },
  ],
])("%s is read as CSV", (_why, text, read) => {
  expect(readSheet(text)).toEqual(read);
});
