import { expect, test } from "vitest";
import { endOf, inOrder, positionsAfterMove } from "../../../../client/admin/content/row-order.ts";

const rowsAt = (...positions: (number | null)[]) =>
  positions.map((position, at) => ({ id: at + 1, version: 1, position }));

const idsAfterMove = (positions: (number | null)[], at: number, step: -1 | 1) => {
  const rows = rowsAt(...positions);
  const changes = new Map(
    positionsAfterMove(rows, at, step).map(({ row, position }) => [row.id, position]),
  );
  const moved = rows.map((row) => ({ ...row, position: changes.get(row.id) ?? row.position }));
  return { ids: inOrder(moved).map(({ id }) => id), changed: changes.size };
};

test.each<[(number | null)[], number, -1 | 1, number[], number]>([
  [[1, 2, 3], 0, -1, [1, 2, 3], 0],
  [[1, 2, 3], 2, 1, [1, 2, 3], 0],
  [[1, 2, 3], 2, -1, [1, 3, 2], 2],
  [[0, 40, 900], 0, 1, [2, 1, 3], 2],
  // Rows of one position are numbered again, and those that fit stay.
  [[0, 0, 0], 2, -1, [1, 3, 2], 3],
  [[1, 2, 2], 0, 1, [2, 1, 3], 3],
  [[null, 5], 1, -1, [2, 1], 2],
])("positions %j: the row at %d moved by %d gives %j", (positions, at, step, ids, changed) => {
  expect(idsAfterMove(positions, at, step)).toEqual({ ids, changed });
});

test("a new row comes after all others", () => {
  expect(endOf([])).toBe(1);
  expect(endOf(rowsAt(3, 40, null))).toBe(41);
});

test("rows without a position keep their order", () => {
  const rows = [
    { id: 5, version: 1 },
    { id: 2, version: 1 },
  ];
  expect(inOrder(rows)).toEqual(rows);
});
