import type { TableRow } from "../../../server/contract/tables.ts";
import type { Entry } from "./entry.ts";
import type { Values } from "./merge.ts";

/** How a row is shown that has entries in the outbox. */
export type Mark = {
  /** Added here, to be deleted, or changed in these columns. */
  kind: "added" | "deleted" | "changed";
  columns: ReadonlySet<string>;
  /** Something about it waits for a person. */
  needsYou: boolean;
};

export type PendingEdits = {
  /** What is added here, newest first, with temporary ids. */
  added: TableRow[];
  /** The server's row with what waits laid over it; the very same row when nothing does. */
  withEdits: (row: TableRow) => TableRow;
  markOf: (id: number) => Mark | undefined;
};

/**
 * What waits for a table, to be laid over the server's rows where they are shown. It is never written
 * into what was read: an answer that comes late can't take it away, and what is settled is gone from it.
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
      needsYou: before?.needsYou === true || entry.state !== "waiting",
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
