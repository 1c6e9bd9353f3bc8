import { useState } from "react";
import { countOf } from "../../../server/contract/format.ts";
import type { BulkRequest, TableSchema } from "../../../server/contract/tables.ts";
import { bulkWords as words } from "../../content/admin-parts.ts";
import { ApiError } from "../../lib/answer.ts";
import { randomKey } from "../../lib/retry.ts";
import { adminCalls, type ListSearch } from "../data/api.ts";
import type { WriteOptions } from "../data/request.ts";
import { useWrites } from "../data/use-writes.tsx";
import { useSubmit } from "../forms/form-dialog.tsx";

/** The rows of a bulk change: selected ids, or without ids all rows that match the filter. */
export type Selection = { ids?: readonly number[]; filter: ListSearch };

/** The number of rows that matched a filter at change `sequence`. */
export type CountedRows = { total: number; sequence: number };

export function selectedCount({ ids }: Selection, { total }: Pick<CountedRows, "total">): number {
  return ids?.length ?? total;
}

/** The rows of a bulk request. The server refuses it when they have changed since. */
export function bulkRowsOf({ ids, filter }: Selection, { total, sequence }: CountedRows) {
  if (!ids) return { filter, expected: total, sequence };
  const sorted = ids.toSorted((one, two) => one - two);
  return { filter, ids: sorted, expected: ids.length, sequence };
}

/** The most ids that one query accepts. */
const MOST_IDS = 200;
const ROWS_CHANGED: readonly (string | undefined)[] = ["count_mismatch", "changed_since"];

export type BulkProps = {
  schema: TableSchema;
  selection: Selection;
  counted: CountedRows;
  onDone: () => void;
};

/**
 * Changes many rows. When they have changed since they were counted, the server changes nothing;
 * they are counted again, and the next submit confirms the new count.
 */
export function useBulk({ schema, selection, onDone, ...initial }: BulkProps) {
  const { send } = useWrites();
  const [key] = useState(randomKey);
  const [counted, setCounted] = useState(initial.counted);
  const { submit, ...state } = useSubmit();
  const count = selectedCount(selection, counted);
  const apply = (change: Pick<BulkRequest, "action" | "values">) =>
    submit(async () => {
      const request = { ...change, ...bulkRowsOf(selection, counted) };
      const done = change.action === "delete" ? words.deleted : words.changed;
      const call = (options: WriteOptions) => adminCalls.changeMany(schema.name, request, options);
      try {
        await send(call, { key, done: done(count) });
        onDone();
      } catch (error) {
        if (!(error instanceof ApiError) || !ROWS_CHANGED.includes(error.reason)) throw error;
        const next = await recount(schema.name, selection).catch(() => {
          throw error;
        });
        setCounted(next);
        const rows = countOf(selectedCount(selection, next), "row");
        throw new ApiError(`${error.message} ${words.recounted(rows)}`);
      }
    });
  return { ...state, apply, count };
}

function recount(table: string, { ids, filter }: Selection): Promise<CountedRows> {
  const byId = ids && ids.length <= MOST_IDS && { id__in: ids.join(",") };
  return adminCalls.listRows(table, { ...filter, ...byId, limit: "1" });
}
