import { expect, test } from "vitest";
import {
  bulkRowsOf,
  countOf,
  rowsText,
  type Selection,
} from "../../../../../client/admin/table/bulk/bulk.ts";

const counted = { filter: { price__gt: "1" }, total: 1200, sequence: 99 };
const rows = (...ids: number[]): Selection => ({ kind: "rows", ids: new Set(ids) });

test("ticked rows are sent by their ids, all matching ones by count alone", () => {
  expect(bulkRowsOf(rows(12, 3), counted)).toEqual({
    filter: { price__gt: "1" },
    ids: [3, 12],
    expected: 2,
    sequence: 99,
  });
  expect(bulkRowsOf({ kind: "all" }, counted)).toEqual({
    filter: { price__gt: "1" },
    expected: 1200,
    sequence: 99,
  });
  expect(countOf(rows(), counted)).toBe(0);
});

test("rows are counted in words", () => {
  expect([rowsText(0), rowsText(1), rowsText(1200)]).toEqual(["0 rows", "1 row", "1,200 rows"]);
});
