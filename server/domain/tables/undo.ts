import { and, asc, eq, isNull, or } from "drizzle-orm";
import type { Reader, Transaction } from "../../../db/client.ts";
import { restoreRow } from "../../../db/record.ts";
import { changes } from "../../../db/schema.ts";
import { tableRefusals as texts } from "./refusals.ts";
import type { RowValues, Value } from "../../contract/tables.ts";
import type { Deps } from "../../deps.ts";
import { errorCodeOf, conflict, unknownRow } from "../../errors.ts";
import type { AdminAuthor } from "../sign-in/administrators.ts";
import { inBatches } from "./bulk.ts";
import { isChangedByOthers } from "./changes-feed.ts";
import type { TableDefinition } from "./define-table.ts";
import { TABLES } from "./registry.ts";
import { isSame } from "./wire-values.ts";
import { changeRow, getRow, removeRow, requirePasskeyFor } from "./write.ts";

type Change = typeof changes.$inferSelect;
type ChangeHead = Pick<Change, "id" | "tableName" | "rowId" | "action" | "actor">;

type RowStep = { definition: TableDefinition; id: number; first: ChangeHead; last: ChangeHead };

/** Skipped by undo: undoing a row that joins them (`product_files`) also undoes `files`. */
const JOINED_TABLES = [...TABLES.values()].flatMap(({ joined }) => joined);
const ALWAYS_CHANGING = ["version", "updated_at"];
/** Limit of rows undone in one transaction. It takes about 100 ms, during which requests wait. */
const MOST_IN_ONE_TRANSACTION = 500;

/** Undoes a change set, newest change first, under the tables' write rules. All or nothing. */
export async function undoSet(
  { db }: Pick<Deps, "db">,
  setId: number,
  author: AdminAuthor,
): Promise<number> {
  const steps = stepsOf(listSet(db, setId));
  if (steps.length === 0) {
    throw unknownRow();
  }
  const undoAs = (by: AdminAuthor) => (tx: Transaction, step: RowStep) => {
    const { definition, id, last } = step;
    const setIds = [setId, by.set.id ?? setId];
    if (isChangedByOthers(tx, definition, { ids: [id], since: last.id, setIds })) {
      throw changedSince(definition);
    }
    undoStep(tx, step, by);
  };
  if (steps.length <= MOST_IN_ONE_TRANSACTION) {
    await inBatches(author, steps, undoAs(author), { batchSize: steps.length, batchMs: Infinity });
  } else {
    const attempt = { ...author, set: { id: null } };
    await inBatches(attempt, steps, undoAs(attempt), { isDryRun: true });
    await inBatches(author, steps, undoAs(author));
  }
  return steps.length;
}

function listSet(db: Pick<Reader, "select">, setId: number): ChangeHead[] {
  const { id, tableName, rowId, action, actor } = changes;
  return db
    .select({ id, tableName, rowId, action, actor })
    .from(changes)
    .where(or(and(eq(id, setId), isNull(changes.setId)), eq(changes.setId, setId)))
    .orderBy(asc(id))
    .all();
}

function stepsOf(set: ChangeHead[]): RowStep[] {
  const steps = new Map<string, RowStep>();
  for (const change of set) {
    if (JOINED_TABLES.includes(change.tableName)) continue;
    const definition = TABLES.get(change.tableName);
    if (!definition || definition.readOnly || !change.actor.startsWith("admin:")) {
      throw notUndoable();
    }
    const key = `${change.tableName}:${change.rowId}`;
    const { first } = steps.get(key) ?? { first: change };
    steps.delete(key);
    steps.set(key, { definition, id: change.rowId, first, last: change });
  }
  return [...steps.values()].toReversed();
}

function undoStep(tx: Transaction, step: RowStep, author: AdminAuthor): void {
  const { definition, id, first, last } = step;
  if (first.action === "insert") {
    if (last.action === "delete") return;
    removeRow(tx, { definition, author, row: getRow(tx, definition, id) });
  } else if (last.action === "delete") restoreDeleted(tx, step, author);
  else {
    const body = formerValues(tx, step);
    changeRow(tx, { definition, body, author, row: getRow(tx, definition, id) });
  }
}

function restoreDeleted(
  tx: Transaction,
  { definition, first }: RowStep,
  author: AdminAuthor,
): void {
  const { before } = getChange(tx, first);
  if (!before) throw notUndoable();
  requirePasskeyFor(tx, { definition, author }, { after: before as RowValues });
  try {
    restoreRow(tx, definition.table, before, author);
  } catch (error) {
    // Another row uses its unique key now, or a referenced row was deleted.
    if (errorCodeOf(error).startsWith("SQLITE_CONSTRAINT")) throw changedSince(definition);
    throw error;
  }
}

function formerValues(tx: Transaction, { definition, first, last }: RowStep): RowValues {
  const before = getChange(tx, first).before ?? {};
  const after = getChange(tx, last).after ?? {};
  const changed = Object.keys(after).filter(
    (name) => !ALWAYS_CHANGING.includes(name) && !isSame(before[name], after[name]),
  );
  const editable = changed.filter((name) => isEditable(definition, name));
  if (changed.length > 0 && editable.length === 0) throw notUndoable();
  return Object.fromEntries(editable.map((name) => [name, (before[name] ?? null) as Value]));
}

function getChange(tx: Transaction, { id }: ChangeHead): Pick<Change, "before" | "after"> {
  const change = tx.select().from(changes).where(eq(changes.id, id)).get();
  return change ?? { before: null, after: null };
}

function isEditable({ columns }: TableDefinition, name: string): boolean {
  const field = columns.get(name)?.field;
  return field !== undefined && !field.readOnly && !field.createOnly;
}

const changedSince = ({ title }: TableDefinition) =>
  conflict(texts.changedSince(title), "changed_since");
const notUndoable = () => conflict(texts.notUndoable, "not_undoable");
