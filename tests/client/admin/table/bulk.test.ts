import { expect, test } from "vitest";
import type { ListSearch } from "../../../../client/admin/url/table-search.ts";
import { bulkRowsOf, selectionOf } from "../../../../client/admin/table/bulk-rows.ts";

test("sends selected rows by id, and all matching rows by filter and count", () => {
  const filter = { price__gt: "1" };
  const counted = { total: 1200, sequence: 99 };
  const selected = { filter, ids: [3, 12], expected: 2, sequence: 99 };
  expect(bulkRowsOf({ ids: [12, 3], filter }, counted)).toEqual(selected);
  expect(bulkRowsOf({ filter }, counted)).toEqual({ filter, expected: 1200, sequence: 99 });
});

test("the choice of all matching rows ends when the filters or the selection change", () => {
  const selected = { 3: true, 12: true };
  const chosen = { filter: { price__gt: "1" }, selected };
  const ids = { ids: [3, 12], filter: {} };
  expect(selectionOf(chosen, undefined)).toEqual(ids);
  expect(selectionOf({ ...chosen, filter: { price__gt: "1" } }, chosen)).toEqual({
    filter: { price__gt: "1" },
  });
  const others: ListSearch[] = [{}, { price__gt: "2" }, { price__gt: "1", active: "true" }];
  for (const filter of others) {
    expect(selectionOf({ ...chosen, filter }, chosen)).toEqual(ids);
  }
  const another = { ...chosen, selected: { 3: true } };
  expect(selectionOf(another, chosen)).toEqual({ ids: [3], filter: {} });
  // Selecting the same rows again is a new selection.
  expect(selectionOf({ ...chosen, selected: { ...selected } }, chosen)).toEqual(ids);
});
