import fc from "fast-check";
import { expect, test } from "vitest";
import { fillRange, readTsv, writeTsv } from "../../../../client/admin/table/clipboard.ts";

test.each<[why: string, text: string, cells: string[][]]>([
  ["nothing", "", []],
  ["one cell", "37", [["37"]]],
  [
    "Excel, which ends the last line",
    "a\tb\r\nc\td\r\n",
    [
      ["a", "b"],
      ["c", "d"],
    ],
  ],
  [
    "Sheets, which does not",
    "a\tb\nc\td",
    [
      ["a", "b"],
      ["c", "d"],
    ],
  ],
  [
    "empty cells at all sides",
    "\ta\t\n\t\t",
    [
      ["", "a", ""],
      ["", "", ""],
    ],
  ],
  ["an empty line between two", "a\n\nb", [["a"], [""], ["b"]]],
  ["a line break within a cell", '"one\ntwo"\tb\r\n', [["one\ntwo", "b"]]],
  ["a tab and quotes within a cell", '"a\tb ""c"""\td', [['a\tb "c"', "d"]]],
  ["a quote that quotes nothing", '5" pipe\t"a" b', [['5" pipe', '"a" b']]],
  ["a quote that never ends", '"a\tb', [['"a', "b"]]],
  ["a byte order mark", "\uFEFFa\tb", [["a", "b"]]],
  ["old Mac lines", "a\rb", [["a"], ["b"]]],
])("%s is read from the clipboard", (_why, text, cells) => {
  expect(readTsv(text)).toEqual(cells);
});

test("what was copied is pasted as it was, whatever the cells hold", () => {
  const cell = fc.string({ unit: fc.constantFrom("a", '"', "\t", "\n", "\r", " ", "=", "é") });
  const range = fc
    .tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 4 }))
    .chain(([rows, columns]) =>
      fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), {
        minLength: rows,
        maxLength: rows,
      }),
    );
  fc.assert(
    fc.property(range, (cells) => {
      expect(readTsv(`${writeTsv(cells)}\r\n`)).toEqual(cells);
    }),
  );
});

test.each<[string[][], { rows: number; columns: number }, (string | undefined)[][]]>([
  [
    [["x"]],
    { rows: 2, columns: 2 },
    [
      ["x", "x"],
      ["x", "x"],
    ],
  ],
  [[["a"], ["b"]], { rows: 4, columns: 1 }, [["a"], ["b"], ["a"], ["b"]]],
  [[["a"], ["b"]], { rows: 3, columns: 1 }, [["a"], ["b"]]],
  [
    [["a", "b"], ["c"]],
    { rows: 1, columns: 1 },
    [
      ["a", "b"],
      ["c", undefined],
    ],
  ],
  [[], { rows: 1, columns: 1 }, []],
])("%o pasted on %o fills %o", (cells, range, filled) => {
  expect(fillRange(cells, range)).toEqual(filled);
});
