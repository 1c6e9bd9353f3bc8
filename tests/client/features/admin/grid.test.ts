import { expect, test } from "vitest";
import { placeAfter, rangeBetween } from "../../../../client/features/admin/grid/cells.ts";
import { columnsBetween } from "../../../../client/features/admin/grid/columns.ts";
import {
  changesByRow,
  copyCells,
  readPaste,
} from "../../../../client/features/admin/grid/paste.ts";
import { aRow, aSchema } from "./schemas.ts";

const SIZE = { rows: 100, columns: 5, screen: 20 };

test.each([
  ["ArrowDown", false, 5, 2],
  ["ArrowUp", false, 3, 2],
  ["ArrowRight", false, 4, 3],
  ["ArrowLeft", false, 4, 1],
  ["Home", false, 4, 0],
  ["End", false, 4, 4],
  ["Home", true, 0, 0],
  ["End", true, 99, 4],
  ["PageDown", false, 24, 2],
  ["PageUp", false, 0, 2],
])("%s (Ctrl: %s) leads to row %i, column %i", (key, ctrlKey, row, column) => {
  const place = placeAfter({ row: 4, column: 2 }, { key, ctrlKey, metaKey: false }, SIZE);
  expect(place).toEqual({ row, column });
});

test("the keyboard stays in the grid, whose head is row -1", () => {
  const after = (key: string, row: number, column: number) =>
    placeAfter({ row, column }, { key, ctrlKey: false, metaKey: false }, SIZE);
  expect(after("ArrowUp", 0, 0)).toEqual({ row: -1, column: 0 });
  expect(after("ArrowUp", -1, 0)).toEqual({ row: -1, column: 0 });
  expect(after("PageDown", 95, 4)).toEqual({ row: 99, column: 4 });
  expect(after("ArrowRight", 99, 4)).toEqual({ row: 99, column: 4 });
  expect(after("a", 4, 2)).toBeUndefined();
});

test("only columns between the edges of the screen are drawn", () => {
  expect(columnsBetween([100, 100, 100, 100], 150, 280)).toEqual({ first: 1, last: 2 });
});

const schema = aSchema({
  name: { minLength: 2 },
  price: { type: "integer" },
  on: { type: "boolean" },
  total: { type: "integer", readOnly: true },
  lines: { type: "array", widget: "lines" },
});
const rows = [
  aRow({ name: "Bear", price: 1234, on: true, total: 1, lines: ["a", "b"] }),
  { ...aRow({ name: "Fox", price: 5, on: false, total: 2, lines: [] }), id: 8 },
];
const names = ["name", "price", "on", "total", "lines"];
const block = (row: number, column: number, bottom = row, right = column) => ({
  schema,
  names,
  rowAt: (index: number) => rows[index],
  range: rangeBetween({ row, column }, { row: bottom, column: right }),
});

test("a copied range pasted where it stands changes nothing", () => {
  const whole = block(0, 0, 1, 4);
  expect(readPaste(copyCells(whole), whole)).toEqual([]);
});

test("a paste is read by the types of its columns, and one cell fills a range", () => {
  const at = (text: string, place: ReturnType<typeof block>) =>
    readPaste(text, place).map(({ row, name, value }) => [row.id, name, value]);
  expect(at("Cub\t1,000\tno", block(0, 0))).toEqual([
    [7, "name", "Cub"],
    [7, "price", 1000],
    [7, "on", false],
  ]);
  expect(at("9", block(0, 1, 1, 1))).toEqual([
    [7, "price", 9],
    [8, "price", 9],
  ]);
});

test("a paste leaves out what can't be edited and what lies outside the rows", () => {
  expect(readPaste("9\n9\n9", block(0, 3))).toEqual([]);
  expect(readPaste("Cub\nOwl\nElk", block(1, 0))).toHaveLength(1);
});

test("a cell that can't be what its column holds says why, and is not written", () => {
  const cells = readPaste("x\tmany\tperhaps", block(0, 0));
  expect(cells.map(({ problem }) => problem)).toEqual([
    "Field must be at least 2 characters",
    "Field must be a number",
    "Field must be a boolean",
  ]);
  expect(changesByRow(cells)).toEqual([]);
});

test("a row's cells are written together", () => {
  const cells = readPaste("Cub\t7\nOwl\t8", block(0, 0));
  expect(changesByRow(cells).map(({ row, values }) => [row.id, values])).toEqual([
    [7, { name: "Cub", price: 7 }],
    [8, { name: "Owl", price: 8 }],
  ]);
});
