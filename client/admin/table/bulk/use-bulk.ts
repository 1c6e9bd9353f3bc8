import { useState } from "react";
import { countOf } from "../../../../server/contract/format.ts";
import type { BulkRequest, TableSchema } from "../../../../server/contract/tables.ts";
import { bulkWords as words } from "../../../content/admin-parts.ts";
import { ApiError, readableMessage } from "../../../lib/answer.ts";
import { randomKey } from "../../../lib/retry.ts";
import { adminCalls, type ListSearch } from "../../data/api.ts";
import type { WriteOptions } from "../../data/request.ts";
import { useWrites } from "../../data/use-writes.tsx";

/** The rows of a bulk change: the selected ones, or all that match the filters. */
export type Selection = { kind: "rows"; ids: ReadonlySet<number> } | { kind: "all" };

/** The rows that matched a filter when they were counted, at change `sequence`. */
export type CountedRows = { filter: ListSearch; total: number; sequence: number };

export function selectedCount(selection: Selection, { total }: Pick<CountedRows, "total">): number {
  return selection.kind === "all" ? total : selection.ids.size;
}

/** The rows of a bulk request. The server refuses it when they have changed since. */
export function bulkRowsOf(
  selection: Selection,
  counted: CountedRows,
): Pick<BulkRequest, "filter" | "ids" | "expected" | "sequence"> {
  const { filter, sequence } = counted;
  const rows = { filter, expected: selectedCount(selection, counted), sequence };
  if (selection.kind === "all") return rows;
  return { ...rows, ids: [...selection.ids].toSorted((one, two) => one - two) };
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
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const count = selectedCount(selection, counted);
  const apply = async (change: Pick<BulkRequest, "action" | "values">) => {
    setBusy(true);
    setProblem(undefined);
    const request = { ...change, ...bulkRowsOf(selection, counted) };
    const done = change.action === "delete" ? words.deleted : words.changed;
    try {
      const call = (options: WriteOptions) => adminCalls.changeMany(schema.name, request, options);
      await send(call, { key, done: done(count) });
      onDone();
    } catch (error) {
      setProblem(readableMessage(error));
      if (!(error instanceof ApiError) || !ROWS_CHANGED.includes(error.reason)) return;
      const next = await recount(schema.name, selection, counted).catch(() => undefined);
      if (!next) return;
      setCounted(next);
      const rows = countOf(selectedCount(selection, next), "row");
      setProblem(`${readableMessage(error)} ${words.recounted(rows)}`);
    } finally {
      setBusy(false);
    }
  };
  return { apply, count, problem, busy };
}

async function recount(
  table: string,
  selection: Selection,
  counted: CountedRows,
): Promise<CountedRows> {
  const ids = selection.kind === "rows" ? [...selection.ids] : [];
  const search: ListSearch = { ...counted.filter, limit: "1" };
  if (ids.length > 0 && ids.length <= MOST_IDS) search["id__in"] = ids.join(",");
  const { total, sequence } = await adminCalls.listRows(table, search);
  return { ...counted, total, sequence };
}
