import { expect, test } from "vitest";
import { bulkRowsOf } from "../../../../client/admin/table/bulk/use-bulk.ts";

test("sends selected rows by id, and all matching rows by filter and count", () => {
  const counted = { filter: { price__gt: "1" }, total: 1200, sequence: 99 };
  const { filter, sequence } = counted;
  const selected = { kind: "rows", ids: new Set([12, 3]) } as const;
  const byId = { filter, ids: [3, 12], expected: 2, sequence };
  expect(bulkRowsOf(selected, counted)).toEqual(byId);
  expect(bulkRowsOf({ kind: "all" }, counted)).toEqual({ filter, expected: 1200, sequence });
});
