import { and, asc, eq, gt, or, sql } from "drizzle-orm";
import type { Reader, Transaction } from "../../../db/client.ts";
import { type Author, restoreRow } from "../../../db/record.ts";
import { changes } from "../../../db/schema.ts";
import { tableRefusals as texts } from "../../contract/admin-messages.ts";
import type { Value } from "../../contract/tables.ts";
import { AppError } from "../../errors.ts";
import type { TableDefinition } from "./define-table.ts";
import { TABLES } from "./registry.ts";
import { changeRow, getRow, removeRow } from "./write.ts";

type Change = typeof changes.$inferSelect;

/** All that a set did to one row, as one step. */
type Step = { definition: TableDefinition; id: number; first: Change; last: Change };

/** What a product's file brings with it: its own line shows all of it. */
const SHOWN_ELSEWHERE = ["files", "file_versions"];
const KEEPS_CHANGING = ["version", "updated_at"];

/**
 * Takes back what a change set did, newest first, by the same rules as any other write, and returns how
 * many rows it changed (decision: undo). Throws AppError `conflict` and leaves all as it is: reason
 * `changed_since` when one of its rows was changed by others since, `not_undoable` when it did more than
 * change rows, and what the write itself is refused for.
 */
export function undoSet(tx: Transaction, setId: number, author: Author): number {
  const lines = listSet(tx, setId);
  if (lines.length === 0) {
    throw new AppError("not_found", texts.unknownRow, { reason: "unknown_row" });
  }
  const steps = stepsOf(lines);
  for (const { definition, id, last } of steps) {
    if (isChangedByOthers(tx, definition, { id, since: last.id, setId })) {
      throw changedSince(definition);
    }
  }
  for (const step of steps) takeBack(tx, step, author);
  return steps.length;
}

/** Says whether a row was changed after a sequence by what does not belong to a set. */
export function isChangedByOthers(
  db: Pick<Reader, "select">,
  { name }: TableDefinition,
  { id, since, setId }: { id: number; since: number; setId: number },
): boolean {
  const other = db
    .select({ id: changes.id })
    .from(changes)
    .where(
      and(
        eq(changes.tableName, name),
        eq(changes.rowId, id),
        gt(changes.id, since),
        sql`coalesce(${changes.setId}, ${changes.id}) <> ${setId}`,
      ),
    )
    .limit(1)
    .get();
  return other !== undefined;
}

function listSet(tx: Transaction, setId: number): Change[] {
  const [first] = tx.select().from(changes).where(eq(changes.id, setId)).all();
  // Another change than its first does not name a set.
  if (!first || first.setId !== null) return [];
  return tx
    .select()
    .from(changes)
    .where(or(eq(changes.id, setId), eq(changes.setId, setId)))
    .orderBy(asc(changes.id))
    .all();
}

function stepsOf(lines: Change[]): Step[] {
  const steps = new Map<string, Step>();
  for (const line of lines) {
    if (SHOWN_ELSEWHERE.includes(line.tableName)) continue;
    const definition = TABLES.get(line.tableName);
    if (!definition || definition.readOnly || !line.actor.startsWith("admin:")) throw notUndoable();
    const key = `${line.tableName}:${line.rowId}`;
    const { first } = steps.get(key) ?? { first: line };
    // The place of its last change: steps are taken back from there.
    steps.delete(key);
    steps.set(key, { definition, id: line.rowId, first, last: line });
  }
  return [...steps.values()].toReversed();
}

function takeBack(tx: Transaction, step: Step, author: Author): void {
  const { definition, id, first, last } = step;
  if (first.action === "insert") {
    if (last.action === "delete") return;
    removeRow(tx, { definition, author, row: getRow(tx, definition, id) });
  } else if (last.action === "delete") bringBack(tx, step, author);
  else {
    const body = formerValues(step);
    changeRow(tx, { definition, body, author, row: getRow(tx, definition, id) });
  }
}

function bringBack(tx: Transaction, { definition, first }: Step, author: Author): void {
  if (!first.before) throw notUndoable();
  try {
    restoreRow(tx, definition.table, first.before, author);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    // A key is taken by now, or a row that it names is gone.
    if (code.startsWith("SQLITE_CONSTRAINT")) throw changedSince(definition);
    throw error;
  }
}

/** Of a changed row: what it held in the columns that a form could have changed. */
function formerValues({ definition, first, last }: Step): Record<string, Value> {
  const before = first.before ?? {};
  const after = last.after ?? {};
  const changed = Object.keys(after).filter(
    (name) =>
      !KEEPS_CHANGING.includes(name) &&
      JSON.stringify(before[name] ?? null) !== JSON.stringify(after[name] ?? null),
  );
  const own = changed.filter((name) => isEditable(definition, name));
  if (changed.length > 0 && own.length === 0) throw notUndoable();
  return Object.fromEntries(own.map((name) => [name, (before[name] ?? null) as Value]));
}

function isEditable({ columns }: TableDefinition, name: string): boolean {
  const field = columns.get(name)?.field;
  return field !== undefined && !field.readOnly && !field.createOnly;
}

function changedSince({ title }: TableDefinition): AppError {
  return new AppError("conflict", texts.changedSince(title), { reason: "changed_since" });
}

function notUndoable(): AppError {
  return new AppError("conflict", texts.notUndoable, { reason: "not_undoable" });
}
