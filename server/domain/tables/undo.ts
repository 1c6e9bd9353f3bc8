import { and, asc, eq, isNull, or } from "drizzle-orm";
import type { Reader, Transaction } from "../../../db/client.ts";
import { type Author, restoreRow } from "../../../db/record.ts";
import { changes } from "../../../db/schema.ts";
import { tableRefusals as texts } from "../../contract/admin-messages.ts";
import type { Value } from "../../contract/tables.ts";
import type { Deps } from "../../deps.ts";
import { AppError } from "../../errors.ts";
import type { AdminAuthor } from "../sign-in/administrators.ts";
import type { TableDefinition } from "./define-table.ts";
import { TABLES } from "./registry.ts";
import { inSteps, tryInSteps } from "./steps.ts";
import { changeRow, getRow, removeRow } from "./write.ts";

type Change = typeof changes.$inferSelect;
type Line = Pick<Change, "id" | "tableName" | "rowId" | "action" | "actor">;

/** All that a set did to one row, as one step. */
type Step = { definition: TableDefinition; id: number; first: Line; last: Line };

/** What a product's file brings with it: its own line shows all of it. */
const SHOWN_ELSEWHERE = ["files", "file_versions"];
const KEEPS_CHANGING = ["version", "updated_at"];
/** About 100 ms: more than that would hold up shoppers. */
const MOST_AT_ONCE = 500;

/**
 * Takes back what a change set did, newest first, by the same rules as any other write, and returns how
 * many rows it changed (decision: undo). Throws AppError `conflict` and leaves all as it is: reason
 * `changed_since` when one of its rows was changed by others since, `not_undoable` when it did more than
 * change rows, and what the write itself is refused for. A large set is tried first, and goes in steps.
 */
export async function undoSet(
  { db }: Pick<Deps, "db">,
  setId: number,
  author: AdminAuthor,
): Promise<number> {
  const steps = stepsOf(listSet(db, setId));
  if (steps.length === 0) {
    throw new AppError("not_found", texts.unknownRow, { reason: "unknown_row" });
  }
  const undo = (tx: Transaction, step: Step, by: AdminAuthor) => {
    requireUnchanged(tx, step, [setId, by.set.id ?? setId]);
    takeBack(tx, step, by);
  };
  if (steps.length <= MOST_AT_ONCE) {
    await inSteps(author, [steps], (tx, all) => {
      for (const step of all) undo(tx, step, author);
    });
  } else {
    const attempt = { ...author, set: { id: null } };
    await tryInSteps(attempt, steps, (tx, step) => undo(tx, step, attempt));
    await inSteps(author, steps, (tx, step) => undo(tx, step, author));
  }
  return steps.length;
}

/** Says whether one of these rows was changed after a sequence by what belongs to none of the sets. */
export function isChangedByOthers(
  { sqlite }: Pick<Reader, "sqlite">,
  { name }: TableDefinition,
  {
    ids,
    since,
    setIds = [],
  }: { ids: readonly number[]; since: number; setIds?: readonly number[] },
): boolean {
  const other = sqlite.prepare(
    `SELECT 1 FROM changes
     WHERE table_name = ? AND row_id IN (SELECT value FROM json_each(?)) AND id > ?
     AND coalesce(set_id, id) NOT IN (SELECT value FROM json_each(?)) LIMIT 1`,
  );
  return other.get(name, JSON.stringify(ids), since, JSON.stringify(setIds)) !== undefined;
}

function requireUnchanged(tx: Transaction, step: Step, setIds: readonly number[]): void {
  const { definition, id, last } = step;
  if (isChangedByOthers(tx, definition, { ids: [id], since: last.id, setIds })) {
    throw changedSince(definition);
  }
}

/** What the changes of a set are about, oldest first, without what the rows held. */
function listSet(db: Pick<Reader, "select">, setId: number): Line[] {
  const { id, tableName, rowId, action, actor } = changes;
  return db
    .select({ id, tableName, rowId, action, actor })
    .from(changes)
    .where(or(and(eq(id, setId), isNull(changes.setId)), eq(changes.setId, setId)))
    .orderBy(asc(id))
    .all();
}

function stepsOf(lines: Line[]): Step[] {
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
    const body = formerValues(tx, step);
    changeRow(tx, { definition, body, author, row: getRow(tx, definition, id) });
  }
}

function bringBack(tx: Transaction, { definition, first }: Step, author: Author): void {
  const { before } = keptBy(tx, first);
  if (!before) throw notUndoable();
  try {
    restoreRow(tx, definition.table, before, author);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    // A key is taken by now, or a row that it names is gone.
    if (code.startsWith("SQLITE_CONSTRAINT")) throw changedSince(definition);
    throw error;
  }
}

/** Of a changed row: what it held in the columns that a form could have changed. */
function formerValues(tx: Transaction, { definition, first, last }: Step): Record<string, Value> {
  const before = keptBy(tx, first).before ?? {};
  const after = keptBy(tx, last).after ?? {};
  const changed = Object.keys(after).filter(
    (name) =>
      !KEEPS_CHANGING.includes(name) &&
      JSON.stringify(before[name] ?? null) !== JSON.stringify(after[name] ?? null),
  );
  const own = changed.filter((name) => isEditable(definition, name));
  if (changed.length > 0 && own.length === 0) throw notUndoable();
  return Object.fromEntries(own.map((name) => [name, (before[name] ?? null) as Value]));
}

/** What a row held before and after a change. */
function keptBy(tx: Transaction, { id }: Line): Pick<Change, "before" | "after"> {
  const kept = tx.select().from(changes).where(eq(changes.id, id)).get();
  return kept ?? { before: null, after: null };
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
