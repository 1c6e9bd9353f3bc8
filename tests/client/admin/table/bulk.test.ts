import { expect, test } from "vitest";
import { bulkRowsOf } from "../../../../client/admin/table/bulk-bar.tsx";

test("sends selected rows by id, and all matching rows by filter and count", () => {
  const filter = { price__gt: "1" };
  const counted = { total: 1200, sequence: 99 };
  const selected = { filter, ids: [3, 12], expected: 2, sequence: 99 };
  expect(bulkRowsOf({ ids: [12, 3], filter }, counted)).toEqual(selected);
  expect(bulkRowsOf({ filter }, counted)).toEqual({ filter, expected: 1200, sequence: 99 });
});
