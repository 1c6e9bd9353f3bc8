import fc from "fast-check";
import { expect, test } from "vitest";
import { fillRange, readTsv, writeTsv } from "../../../../client/admin/table/paste.ts";

/** Formats cells separated by "|", and rows separated by "/". */
const show = (rows: readonly (readonly (string | undefined)[])[]) =>
  rows.map((cells) => cells.join("|")).join("/");
const parse = (text: string) => text.split("/").map((row) => row.split("|"));

test.each([
  ["nothing", "", ""],
  ["one cell", "37", "37"],
  ["Excel, which ends the last line", "a\tb\r\nc\td\r\n", "a|b/c|d"],
  ["Sheets, which does not", "a\tb\nc\td", "a|b/c|d"],
  ["empty cells on all sides", "\ta\t\n\t\t", "|a|/||"],
  ["an empty line between two", "a\n\nb", "a//b"],
  ["a line break in a cell", '"one\ntwo"\tb\r\n', "one\ntwo|b"],
  ["a tab and quotes in a cell", '"a\tb ""c"""\td', 'a\tb "c"|d'],
  ["quotes in an unquoted cell", '5" pipe\t"a" b', '5" pipe|"a" b'],
  ["a quote without an end", '"a\tb', '"a|b'],
  ["a byte order mark", "\uFEFFa\tb", "a|b"],
  ["old Mac line breaks", "a\rb", "a/b"],
])("reads %s", (_name, text, cells) => {
  expect(show(readTsv(text))).toBe(cells);
});

test("pasted cells equal the copied ones", () => {
  const cell = fc.string({ unit: fc.constantFrom("a", '"', "\t", "\n", "\r", " ", "=", "é") });
  const range = fc.integer({ min: 1, max: 4 }).chain((columns) => {
    const row = fc.array(cell, { minLength: columns, maxLength: columns });
    return fc.array(row, { minLength: 1, maxLength: 4 });
  });
  fc.assert(
    fc.property(range, (cells) => {
      expect(readTsv(`${writeTsv(cells)}\r\n`)).toEqual(cells);
    }),
  );
});

test.each([
  ["x", 2, 2, "x|x/x|x"],
  ["a/b", 4, 1, "a/b/a/b"],
  ["a/b", 3, 1, "a/b"],
  ["a|b/c", 1, 1, "a|b/c|"],
])("%s pasted into %i × %i cells fills %s", (cells, rows, columns, filled) => {
  expect(show(fillRange(parse(cells), { rows, columns }))).toBe(filled);
});
