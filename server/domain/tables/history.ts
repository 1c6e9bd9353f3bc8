import { and, count, desc, eq } from "drizzle-orm";
import type { Reader } from "../../../db/client.ts";
import { changes } from "../../../db/schema.ts";
import type { RowChange, RowHistory } from "../../contract/tables.ts";
import type { TableDefinition } from "./define-table.ts";
import { getRow } from "./write.ts";

type RecordedValues = Record<string, unknown> | null;

/**
 * Lists the changes of a row, newest first, with the registry's columns only. Deleted rows have a history
 * too. Throws AppError `not_found`, reason `unknown_row`, for an unknown row.
 */
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
