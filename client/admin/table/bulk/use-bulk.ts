import { useState } from "react";
import type { BulkRequest, TableSchema } from "../../../../server/contract/tables.ts";
import { bulkWords as words } from "../../../content/admin-parts.ts";
import { ApiError } from "../../../lib/answer.ts";
import { randomKey } from "../../../lib/random-key.ts";
import { readableMessage } from "../../../lib/readable-error.ts";
import { adminCalls, type ListSearch } from "../../data/api.ts";
import { useWrites } from "../../data/use-writes.tsx";
import { bulkRowsOf, type Counted, countOf, rowsText, type Selection } from "./bulk.ts";

/** More ids than this are not asked for in one query. */
const MOST_IDS = 200;

/** The server counts other rows than were shown, or a row has changed since. */
const MOVED_ON: readonly (string | undefined)[] = ["count_mismatch", "changed_since"];

type BulkProps = {
  schema: TableSchema;
  selection: Selection;
  counted: Counted;
  onDone: () => void;
};

/**
 * Does something with many rows. When they are not those any more that were counted, nothing happens:
 * they are counted anew, and the next press means the new count.
 */
export function useBulk({ schema, selection, counted: first, onDone }: BulkProps) {
  const { send } = useWrites();
  const [key] = useState(randomKey);
  const [counted, setCounted] = useState(first);
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const count = countOf(selection, counted);
  const apply = async (what: Pick<BulkRequest, "action" | "values">) => {
    setBusy(true);
    setProblem(undefined);
    const request = { ...what, ...bulkRowsOf(selection, counted) };
    const done = what.action === "delete" ? words.deleted : words.changed;
    try {
      await send((options) => adminCalls.changeMany(schema.name, request, options), {
        key,
        done: done(count),
      });
      onDone();
    } catch (error) {
      setProblem(readableMessage(error));
      if (error instanceof ApiError && MOVED_ON.includes(error.reason)) {
        const next = await recount(schema.name, selection, counted).catch(() => undefined);
        if (next) {
          setCounted(next);
          const rows = rowsText(countOf(selection, next));
          setProblem(`${readableMessage(error)} ${words.recounted(rows)}`);
        }
      }
    } finally {
      setBusy(false);
    }
  };
  return { apply, count, problem, busy };
}

/** How many rows are meant now, and when that was. */
async function recount(table: string, selection: Selection, counted: Counted): Promise<Counted> {
  const ids = selection.kind === "rows" ? [...selection.ids] : [];
  const search: ListSearch = { ...counted.filter, limit: "1" };
  if (ids.length > 0 && ids.length <= MOST_IDS) search["id__in"] = ids.join(",");
  const { total, sequence } = await adminCalls.listRows(table, search);
  return { ...counted, total, sequence };
}
