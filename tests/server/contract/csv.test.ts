import fc from "fast-check";
import Papa from "papaparse";
import { describe, expect, test } from "vitest";
import { csvLine, readCell, writeCell } from "../../../server/contract/csv.ts";

/** Texts with characters that can break CSV: quotes, line breaks, spaces, symbols and formulas. */
const hostile = fc
  .array(fc.constantFrom(..."'\"=+-@,;\t\r\n \u00A01a[]\uFF1D\uFF20\u{1F600}", "=1", "'=", '["a"]'))
  .map((pieces) => pieces.join(""));
const anyText = fc.oneof(hostile, fc.string({ unit: "binary" }), fc.string());

/** Writes cells as a CSV line and parses it with a standard parser. */
function parsed(cells: string[]): string[] {
  return Papa.parse<string[]>(csvLine(cells), { delimiter: ",", newline: "\r\n" }).data[0] ?? [];
}

/** Returns exported CSV lines; each starts with a numeric id. */
function exported(rows: string[][]): string {
  return rows
    .map((texts, at) => csvLine([String(at + 1), ...texts.map((text) => writeCell("text", text))]))
    .join("");
}

/** Returns the cells that a spreadsheet would evaluate, with any delimiter and line ending. */
function liveCells(file: string): string[] {
  return [",", ";", "\t"].flatMap((delimiter) =>
    (["\r\n", "\n", "\r"] as const).flatMap((newline) =>
      Papa.parse<string[]>(file, { delimiter, newline }).data.flat().filter(isLive),
    ),
  );
}

function isLive(cell: string): boolean {
  return /^\s*[=@\uFF0B\uFF0D\uFF1D\uFF20]|^\s*[+-](?! *[\d.]+ *\r?$)|^(?:\t|\r(?!\n|$))/.test(
    cell,
  );
}

describe("a cell", () => {
  test.each([
    [null, ""],
    ["", "'"],
    ["'", "''"],
    ["'quoted'", "'quoted'"],
    ["=1+1", "'=1+1"],
    ["=1+1\nnote", '"\'=1+1\nnote"'],
    ["'=1", "''=1"],
    ["-5", "-5"],
    ["+49 30 1", "'+49 30 1"],
    ["Ann;'=1+1", "Ann;''=1+1"],
    ["hello\n=1+1\nbye", '"hello\n\'=1+1\nbye"'],
    ["hello\r\n- 1\r\n\r\nbye", '"hello\r\n\'- 1\r\n\r\nbye"'],
    ['a;"=1', `"a;'""=1"`],
    ["a;\tb", "a;'\tb"],
    ['say "hi", all', '"say ""hi"", all"'],
    [" spaced ", '" spaced "'],
  ])("of the text %j is %j", (text, cell) => {
    expect(writeCell("text", text)).toBe(cell);
  });

  test.each([
    ["time", "2026-11-22T10:00:00.000Z", "2026-11-22T10:00:00.000Z"],
    ["list", [], ""],
    ["list", [""], '"[""""]"'],
    ["list", ["a", "=b"], '"a\n\'=b"'],
    ["list", ["a;=b", "c\nd"], String.raw`"[""a;'=b"",""c\nd""]"`],
    ["list", ["=a"], "'=a"],
    ["list", ["a\nb"], String.raw`"[""a\nb""]"`],
  ] as const)("of the %s %j is %j and reads as it was", (kind, value, cell) => {
    const given = typeof value === "object" ? [...value] : value;
    expect(writeCell(kind, given)).toBe(cell);
    expect(readCell(kind, parsed([cell])[0] ?? "")).toEqual(value);
  });

  test.each([
    ["integer", "12.5", "12.5"],
    ["boolean", "TRUE", true],
    ["integer", "", null],
    ["list", "a\r\nb", ["a", "b"]],
    ["text", "'typed by hand", "'typed by hand"],
  ] as const)("of the kind %s typed as %j reads as %j", (kind, cell, value) => {
    expect(readCell(kind, cell)).toEqual(value);
  });

  test("of any text reads as it was, and no spreadsheet runs it", () => {
    fc.assert(
      fc.property(fc.array(anyText, { minLength: 2, maxLength: 4 }), (texts) => {
        const cells = texts.map((text) => writeCell("text", text));
        expect(parsed(cells).map((cell) => readCell("text", cell))).toEqual(texts);
        expect(liveCells(exported([texts, texts]))).toEqual([]);
      }),
      { numRuns: 2000 },
    );
  });

  test("of any list reads as it was", () => {
    fc.assert(
      fc.property(fc.array(anyText), (items) => {
        const [cell = "", next] = parsed([writeCell("list", items), "x"]);
        expect([readCell("list", cell), next]).toEqual([items, "x"]);
      }),
      { numRuns: 2000 },
    );
  });
});
