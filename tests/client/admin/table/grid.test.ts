import { expect, test } from "vitest";
import { cellAfter, followRow, rangeBetween } from "../../../../client/admin/table/grid-keys.ts";
import {
  changesByRow,
  copyCells,
  numbersText,
  readPaste,
} from "../../../../client/admin/table/paste.ts";
import { aRow, aSchema } from "../schemas.ts";

const SIZE = { rows: 100, columns: 5, screen: 20 };

test.each([
  ["ArrowDown", false, [4, 2], [5, 2]],
  ["ArrowLeft", false, [4, 2], [4, 1]],
  ["Home", false, [4, 2], [4, 0]],
  ["Home", true, [4, 2], [0, 0]],
  ["End", true, [4, 2], [99, 4]],
  ["PageDown", false, [4, 2], [24, 2]],
  ["PageUp", false, [4, 2], [0, 2]],
  // Row -1 is the header.
  ["ArrowUp", false, [0, 0], [-1, 0]],
  ["PageDown", false, [95, 4], [99, 4]],
  ["ArrowRight", false, [99, 4], [99, 4]],
  ["a", false, [4, 2], [undefined, undefined]],
])("%s (Ctrl: %s) moves from %j to %j", (key, ctrlKey, [row = 0, column = 0], to) => {
  const cell = cellAfter({ row, column }, { key, ctrlKey, metaKey: false }, SIZE);
  expect([cell?.row, cell?.column]).toEqual(to);
});

test("the cursor and its range follow their row, or stay when it is gone", () => {
  const cursor = { active: { row: 1, column: 2 }, anchor: { row: 0, column: 2 }, id: 8 };
  const follow = (ids: number[]) =>
    followRow(cursor, { ...SIZE, rows: ids.length }, (at) => ids[at]);
  expect(follow([7, 8])).toBe(cursor);
  const moved = { active: { row: 2, column: 2 }, anchor: { row: 1, column: 2 }, id: 8 };
  expect(follow([5, 7, 8])).toEqual(moved);
  expect(follow([7, 9])).toEqual({ ...cursor, id: 9 });
});

const schema = aSchema({
  name: { minLength: 2 },
  price: { type: "integer" },
  on: { type: "boolean" },
  total: { type: "integer", readOnly: true },
  lines: { type: "array", widget: "lines" },
  until: { format: "date-time" },
});
const rows = [
  aRow({ name: "Bear", price: 1234, on: true, total: 1, lines: ["a", "b"], until: null }),
  { ...aRow({ name: "Fox", price: 5, on: false, total: 2, lines: [], until: null }), id: 8 },
];
const names = ["name", "price", "on", "total", "lines", "until"];
const block = (row: number, column: number, bottom = row, right = column) => ({
  schema,
  names,
  rowAt: (index: number) => rows[index],
  range: rangeBetween({ row, column }, { row: bottom, column: right }),
});

const NOTHING = { cells: [], lostLines: [], lostColumns: 0, readOnly: [] };
const valuesAt = (text: string, place: ReturnType<typeof block>) =>
  readPaste(text, place).cells.map(
    ({ row, name, value }) => `${row.id} ${name} ${JSON.stringify(value)}`,
  );

test("a copied range pasted in its place changes nothing", () => {
  const whole = block(0, 0, 1, 5);
  expect(readPaste(copyCells(whole), whole)).toEqual({ ...NOTHING, readOnly: ["Field"] });
});

test("a paste is parsed by the types of its columns, and its cells fill the range", () => {
  const typed = ['7 name "Cub"', "7 price 1000", "7 on false"];
  expect(valuesAt("Cub\t1000\tFALSE", block(0, 0))).toEqual(typed);
  expect(valuesAt("9", block(0, 1, 1, 1))).toEqual(["7 price 9", "8 price 9"]);
  const short = ['7 name "Cub"', "7 price 9", '8 name "Owl"'];
  expect(valuesAt("Cub\t9\nOwl", block(0, 0))).toEqual(short);
});

test.each([
  ["2,4", 1, "Field must be a number"],
  ["0x10", 1, "Field must be a number"],
  ["99.00", 1, "Field must be an integer"],
  ["$19", 1, "Field must be a number"],
  ["1.5", 5, "Field must be a valid date"],
  ["03.04.2027", 5, "Field must be a valid date"],
  ["2026-02-30", 5, "Field must be a valid date"],
])("the ambiguous text %j in column %i is refused: %s", (text, column, problem) => {
  expect(readPaste(text, block(0, column)).cells).toMatchObject([{ problem }]);
});

test.each([
  ["2026-12-31 10:30", new Date(2026, 11, 31, 10, 30)],
  ["2026-12-31T10:30:00Z", new Date("2026-12-31T10:30:00Z")],
  ["2026-12-31T10:30:00+02:00", new Date("2026-12-31T08:30:00Z")],
])("the time %j is local unless it names its zone", (text, expected) => {
  expect(valuesAt(text, block(0, 5))).toEqual([`7 until "${expected.toISOString()}"`]);
});

test("a paste lists lines without a row, columns past the last one and read-only columns", () => {
  const fixed = { ...NOTHING, lostLines: [3], readOnly: ["Field"] };
  expect(readPaste("9\n9\n9", block(0, 3))).toEqual(fixed);
  const { cells, ...left } = readPaste("Cub\nOwl\nElk", block(1, 0));
  expect(cells).toHaveLength(1);
  expect(left).toEqual({ lostLines: [2, 3], lostColumns: 0, readOnly: [] });
  expect(readPaste("a\t2026-12-31\tx\ty", block(0, 4))).toMatchObject({ lostColumns: 2 });
});

test("lines are listed as ranges", () => {
  expect(numbersText([2])).toBe("2");
  expect(numbersText([4, 5, 6, 9])).toBe("4–6, 9");
});

test("an invalid cell has its problem and is not written; others are written by row", () => {
  const { cells } = readPaste("x\tmany\tperhaps\nOwl\t8\tFALSE", block(0, 0));
  expect(cells.map(({ problem }) => problem)).toEqual([
    "Field must be at least 2 characters",
    "Field must be a number",
    "Field must be a boolean",
    undefined,
    undefined,
  ]);
  expect(changesByRow(cells)).toEqual([{ row: rows[1], values: { name: "Owl", price: 8 } }]);
});
