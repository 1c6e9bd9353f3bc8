import type { Reader } from "../../../db/client.ts";
import { epochOf } from "../../../db/epoch.ts";
import type { RowChange, ChangeFeed } from "../../contract/tables.ts";
import type { TableDefinition } from "./define-table.ts";
import { TABLES } from "./registry.ts";

export const MOST_CHANGES = 500;

type FeedRow = Omit<ChangeFeed["changes"][number], "at"> & { at: number };

/**
 * Changes of the owner's tables after a sequence, oldest first. `next` is the sequence for the next
 * request; it skips changes of other tables. A sequence below `epoch` predates a restore: the
 * client has to read everything again.
 */
export function listChanges(
  { sqlite }: Pick<Reader, "sqlite">,
  { since, limit }: { since: number; limit: number },
): ChangeFeed {
  // From one snapshot: a change in between would be skipped.
  return sqlite.transaction(() => {
    const rows = sqlite
      .prepare<[number, string, number], FeedRow>(
        `SELECT id AS sequence, created_at AS at, actor, action, table_name AS "table",
           row_id AS id, json_extract(after, '$.version') AS version
         FROM changes WHERE id > ? AND table_name IN (SELECT value FROM json_each(?))
         ORDER BY changes.id LIMIT ?`,
      )
      .all(since, JSON.stringify([...TABLES.keys()]), limit);
    const last = rows.length === limit ? rows.at(-1)?.sequence : undefined;
    return {
      changes: rows.map(({ at, ...row }) => ({ ...row, at: new Date(at).toISOString() })),
      next: last ?? Math.max(since, newestSequence({ sqlite })),
      epoch: epochOf({ sqlite }),
    };
  })();
}

/** Sequence of the newest change in any table, or the epoch when it is later. */
export function newestSequence({ sqlite }: Pick<Reader, "sqlite">): RowChange["sequence"] {
  return sequenceOf({ sqlite }, { name: "changes" });
}

/**
 * Value of `X-Sequence`: the sequence of a table's newest change, or the epoch when it is later.
 */
export function sequenceOf(
  { sqlite }: Pick<Reader, "sqlite">,
  { name }: Pick<TableDefinition, "name">,
): number {
  return Math.max(newestChange({ sqlite }, name), epochOf({ sqlite }));
}

/** Differs after each change of the table's rows, or of rows that it is joined with. For ETags. */
export function stampOf(
  { sqlite }: Pick<Reader, "sqlite">,
  { name, joined }: Pick<TableDefinition, "name" | "joined">,
): string {
  return [name, ...joined].map((table) => newestChange({ sqlite }, table)).join(".");
}

function newestChange({ sqlite }: Pick<Reader, "sqlite">, table: string): number {
  // Changes are not recorded as changes of their own table.
  const where = table === "changes" ? "" : "WHERE table_name = ?";
  const newest = sqlite.prepare<string[], number | null>(`SELECT max(id) FROM changes ${where}`);
  return newest.pluck().get(...(where ? [table] : [])) ?? 0;
}
