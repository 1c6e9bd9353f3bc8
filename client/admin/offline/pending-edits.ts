import type { TableRow } from "../../../server/contract/tables.ts";
import type { Entry } from "./entry.ts";
import type { Values } from "./merge.ts";

/** State of a row with queued entries, shown as a mark. */
export type Mark = {
  kind: "added" | "deleted" | "changed";
  columns: ReadonlySet<string>;
  needsAttention: boolean;
};

export type PendingEdits = {
  /** Unsent new rows with temporary ids, newest first. */
  added: TableRow[];
  /** Applies queued edits to a row; without edits returns the same object. */
  withEdits: (row: TableRow) => TableRow;
  markOf: (id: number) => Mark | undefined;
};

/**
 * Derives a table's pending edits, which are applied to server rows on display. They are never
 * written to the cache, so a late response cannot overwrite them.
 */
export function pendingEditsOf(entries: readonly Entry[], table: string): PendingEdits {
  const values = new Map<number, Values>();
  const marks = new Map<number, Mark>();
  const added: number[] = [];
  for (const entry of entries) {
    if (entry.table !== table || entry.kind === "upload") continue;
    const before = marks.get(entry.row);
    const changed = entry.kind === "delete" ? {} : entry.values;
    if (entry.kind === "create") added.unshift(entry.row);
    values.set(entry.row, { ...values.get(entry.row), ...changed });
    marks.set(entry.row, {
      kind: entry.kind === "delete" ? "deleted" : (before?.kind ?? kindOf(entry)),
      columns: new Set([...(before?.columns ?? []), ...Object.keys(changed)]),
      needsAttention: before?.needsAttention === true || entry.state !== "waiting",
    });
  }
  return {
    added: added.map((id) => ({ ...values.get(id), id, version: 0 })),
    withEdits: (row) => {
      const waiting = values.get(row.id);
      return waiting ? { ...row, ...waiting, id: row.id, version: row.version } : row;
    },
    markOf: (id) => marks.get(id),
  };
}

function kindOf({ kind }: Entry): Mark["kind"] {
  return kind === "create" ? "added" : "changed";
}
