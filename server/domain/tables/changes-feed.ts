import { and, count, desc, eq } from "drizzle-orm";
import type { Reader } from "../../../db/client.ts";
import { epochOf } from "../../../db/epoch.ts";
import type { RowChange, ChangeFeed, RowHistory } from "../../contract/tables.ts";
import type { TableDefinition } from "./define-table.ts";
import { TABLES } from "./registry.ts";
import { changes } from "../../../db/schema.ts";
import { getRow } from "./write.ts";

type FeedRow = Omit<ChangeFeed["changes"][number], "at"> & { at: number };

/**
 * Lists changes of the admin's tables after `since`, oldest first. Continue with `next`; if `since`
 * is below `epoch`, the database was restored and the client must reload everything.
 */
export function listChanges(
  { sqlite }: Pick<Reader, "sqlite">,
  { since, limit }: { since: number; limit: number },
): ChangeFeed {
  // Read from one snapshot, so that no change between the queries is skipped.
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

export function newestSequence({ sqlite }: Pick<Reader, "sqlite">): RowChange["sequence"] {
  return sequenceOf({ sqlite }, { name: "changes" });
}

/** Value of `X-Sequence`: a table's newest change, or the epoch when it is later. */
export function sequenceOf(
  { sqlite }: Pick<Reader, "sqlite">,
  { name }: Pick<TableDefinition, "name">,
): number {
  return Math.max(newestChange({ sqlite }, name), epochOf({ sqlite }));
}

/**
 * Returns an ETag value that changes with every change of the table's rows or of the rows of tables
 * that it joins or reads.
 */
export function stampOf(
  { sqlite }: Pick<Reader, "sqlite">,
  { name, joined, reads = [] }: Pick<TableDefinition, "name" | "joined" | "reads">,
): string {
  return [name, ...joined, ...reads].map((table) => newestChange({ sqlite }, table)).join(".");
}

function newestChange({ sqlite }: Pick<Reader, "sqlite">, table: string): number {
  const where = table === "changes" ? "" : "WHERE table_name = ?";
  const newest = sqlite.prepare<string[], number | null>(`SELECT max(id) FROM changes ${where}`);
  return newest.pluck().get(...(where ? [table] : [])) ?? 0;
}

type RecordedValues = Record<string, unknown> | null;

/** Lists the changes of a row, even a deleted row, newest first. Throws AppError `not_found`. */
export function listHistory(
  db: Reader,
  definition: TableDefinition,
  { id, page, limit }: { id: number; page: number; limit: number },
): RowHistory {
  const isOfRow = and(eq(changes.tableName, definition.name), eq(changes.rowId, id));
  const total = db.select({ total: count() }).from(changes).where(isOfRow).get()?.total ?? 0;
  if (total === 0) getRow(db, definition, id);
  const rows = db
    .select()
    .from(changes)
    .where(isOfRow)
    .orderBy(desc(changes.id))
    .limit(limit)
    .offset((page - 1) * limit)
    .all();
  const data = rows.map(({ id: sequence, createdAt, actor, action, before, after }): RowChange => ({
    sequence,
    at: createdAt.toISOString(),
    actor,
    action,
    before: shownPart(definition, before),
    after: shownPart(definition, after),
  }));
  return { data, page, limit, total, totalPages: Math.ceil(total / limit) };
}

function shownPart({ columns }: TableDefinition, values: RecordedValues): RecordedValues {
  return values && Object.fromEntries(Object.entries(values).filter(([name]) => columns.has(name)));
}

type ChangedSince = { ids: readonly number[]; since: number; setIds?: readonly number[] };

/** Whether any of the rows was changed after `since` by a change outside the given sets. */
export function isChangedByOthers(
  { sqlite }: Pick<Reader, "sqlite">,
  { name }: TableDefinition,
  { ids, since, setIds = [] }: ChangedSince,
): boolean {
  const other = sqlite.prepare(
    `SELECT 1 FROM changes
     WHERE table_name = ? AND row_id IN (SELECT value FROM json_each(?)) AND id > ?
     AND coalesce(set_id, id) NOT IN (SELECT value FROM json_each(?)) LIMIT 1`,
  );
  return other.get(name, JSON.stringify(ids), since, JSON.stringify(setIds)) !== undefined;
}
