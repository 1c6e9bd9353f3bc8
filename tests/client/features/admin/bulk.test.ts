import { expect, test } from "vitest";
import {
  bulkRowsOf,
  countOf,
  NOTHING,
  pageTick,
  rowsText,
  type Selection,
  togglePage,
  toggleRow,
} from "../../../../client/features/admin/bulk/bulk.ts";

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
  expect(countOf(NOTHING, counted)).toBe(0);
});

test("a row is ticked and unticked; out of all, the page stays without it", () => {
  expect(toggleRow(rows(1), 2, [1, 2, 3])).toEqual(rows(1, 2));
  expect(toggleRow(rows(1, 2), 1, [1, 2, 3])).toEqual(rows(2));
  expect(toggleRow({ kind: "all" }, 2, [1, 2, 3])).toEqual(rows(1, 3));
});

test("a page is ticked beside what other pages hold", () => {
  expect(togglePage(rows(9), [1, 2])).toEqual(rows(9, 1, 2));
  expect(togglePage(rows(9, 1), [1, 2])).toEqual(rows(9, 1, 2));
  expect(togglePage(rows(9, 1, 2), [1, 2])).toEqual(rows(9));
  expect(togglePage({ kind: "all" }, [1, 2])).toEqual(NOTHING);
  expect([rows(), rows(1), rows(1, 2)].map((each) => pageTick(each, [1, 2]))).toEqual([
    "none",
    "some",
    "all",
  ]);
  expect(pageTick(rows(5), [])).toBe("none");
});

test("rows are counted in words", () => {
  expect([rowsText(0), rowsText(1), rowsText(1200)]).toEqual(["0 rows", "1 row", "1,200 rows"]);
});
