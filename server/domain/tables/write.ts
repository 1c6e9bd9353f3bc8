import type Database from "better-sqlite3";
import { and, desc, eq } from "drizzle-orm";
import { randomUUID } from "node:crypto";
import type { Reader, Transaction } from "../../../db/client.ts";
import { deleteRow, insertRow, updateRow } from "../../../db/record.ts";
import { changes } from "../../../db/schema.ts";
import type { RowValues, TableRow } from "../../contract/tables.ts";
import { AppError, inUse, unknownRow } from "../../errors.ts";
import type { Deps } from "../../deps.ts";
import type { ActCall, StoredResponse } from "../upkeep/idempotency.ts";
import type { AdminAuthor } from "../sign-in/administrators.ts";
import { tableRefusals, tableRefusals as texts } from "./refusals.ts";
import type { RowAuthor, RowStates, TableDefinition } from "./define-table.ts";
import type { TableColumn } from "./table-column.ts";
import {
  invalidValues,
  type Problems,
  readForm,
  readValues,
  selectOf,
  toStored,
  toWire,
} from "./wire-values.ts";
import { getTable } from "./registry.ts";
import { actionForm } from "./table-action.ts";

type RowWrite = { definition: TableDefinition; body: Record<string, unknown>; author: RowAuthor };
type Sqlite = Pick<Database.Database, "prepare">;

export function getRow(db: Pick<Reader, "sqlite">, definition: TableDefinition, id: number) {
  const row = findRow(db, definition, id);
  if (!row) throw unknownRow();
  return row;
}

export function findRow(
  { sqlite }: Pick<Reader, "sqlite">,
  definition: TableDefinition,
  id: number,
): TableRow | undefined {
  const select = `${selectOf(definition)} WHERE ${definition.name}.id = ?`;
  const stored = sqlite.prepare<[number], Record<string, unknown>>(select).get(id);
  return stored && toWire(definition, stored);
}

/** Returns the rows of a table that match an SQL condition. `where` may end with ORDER BY and LIMIT. */
export function selectRows(
  { sqlite }: Pick<Reader, "sqlite">,
  definition: TableDefinition,
  where: string,
  values: readonly (string | number | null)[],
): TableRow[] {
  const rows = sqlite
    .prepare<unknown[], Record<string, unknown>>(`${selectOf(definition)} WHERE ${where}`)
    .all(...values);
  return rows.map((row) => toWire(definition, row));
}

export function createRow(tx: Transaction, { definition, body, author }: RowWrite): TableRow {
  requireWritable(definition);
  const values = readValues(definition, { body });
  requireFitting(tx, definition, { values });
  requirePasskeyFor(tx, { definition, author }, { after: values });
  const { create } = definition.write;
  const id = create
    ? create(tx, values, author)
    : insertRow(tx, definition.table, ownColumns(definition, values), author)["id"];
  return getRow(tx, definition, Number(id));
}

/** Updates the columns whose values differ, and returns the row. */
export function changeRow(
  tx: Transaction,
  { definition, body, author, row }: RowWrite & { row: TableRow },
): TableRow {
  requireWritable(definition);
  const patch = readValues(definition, { body, row });
  if (Object.keys(patch).length === 0) return row;
  definition.write.mayChange?.(row, patch);
  const values = { ...row, ...patch };
  requirePasskeyFor(tx, { definition, author }, { before: row, after: values });
  requireFitting(tx, definition, { values, changed: patch, id: row.id });
  const { update, onChanged } = definition.write;
  if (update) update(tx, row, { patch, author });
  else updateRow(tx, definition.table, row.id, ownColumns(definition, patch), author);
  onChanged?.(tx, row, { patch, author });
  return getRow(tx, definition, row.id);
}

export function removeRow(
  tx: Transaction,
  { definition, author, row }: Omit<RowWrite, "body"> & { row: TableRow },
): void {
  requireWritable(definition);
  definition.write.mayRemove?.(tx, row, author);
  requirePasskeyFor(tx, { definition, author }, { before: row });
  refuseIfNeeded(tx.sqlite, definition, row);
  const shown = { before: shownOf(definition, row) };
  deleteRow(tx, definition.table, row.id, { ...author, shown });
}

/** Throws like `requirePasskey` if the write needs a recent passkey check. */
export function requirePasskeyFor(
  tx: Transaction,
  { definition, author }: Pick<RowWrite, "definition" | "author">,
  states: RowStates,
): void {
  const { before, after } = states;
  const isChanged = ({ name, needsPasskeyCheck }: TableColumn) =>
    needsPasskeyCheck &&
    before !== undefined &&
    after !== undefined &&
    before[name] !== after[name];
  const needsPasskey =
    [...definition.columns.values()].some(isChanged) ||
    definition.write.needsPasskey?.(tx, states, author);
  if (needsPasskey) author.requirePasskey();
}

export function requireWritable({ readOnly, title }: TableDefinition): void {
  if (!readOnly) return;
  throw new AppError("forbidden", texts.readOnlyTable(title), { reason: "read_only_table" });
}

export function tagOf({ version }: TableRow): string {
  return `"v${version}"`;
}

/** Throws `version_mismatch` with the current row and last change if `If-Match` differs. */
export function requireVersion(
  db: Pick<Reader, "select">,
  { name }: TableDefinition,
  { row, ifMatch }: { row: TableRow; ifMatch: string | undefined },
): void {
  const wanted = ifMatch?.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  if (!wanted || wanted.includes("*") || wanted.includes(tagOf(row))) return;
  const newest = db
    .select({ actor: changes.actor, at: changes.createdAt })
    .from(changes)
    .where(and(eq(changes.tableName, name), eq(changes.rowId, row.id)))
    .orderBy(desc(changes.id))
    .get();
  throw new AppError("version_mismatch", texts.changedMeanwhile, {
    more: {
      current: row,
      changedBy: newest?.actor ?? null,
      changedAt: newest?.at.toISOString() ?? null,
    },
  });
}

/** Finds written values that refer to a row or a file that does not exist. */
export function findLostReferences(
  db: Pick<Reader, "select" | "sqlite">,
  definition: TableDefinition,
  values: RowValues,
): Problems {
  const lost: Problems = new Map(
    Object.entries(definition.write.findFileProblems?.(db, values) ?? {}),
  );
  for (const { name, field } of definition.columns.values()) {
    const value = values[name];
    if (field.readOnly || !field.reference || value === undefined || value === null) continue;
    const known = db.sqlite.prepare(`SELECT 1 FROM ${field.reference} WHERE id = ?`).get(value);
    if (!known) lost.set(name, texts.unknownReference(field.title));
  }
  return lost;
}

type KeyValues = { values: RowValues; id?: number };

export function findTaken(
  sqlite: Sqlite,
  definition: TableDefinition,
  { values, id = 0 }: KeyValues,
): Problems {
  const taken: Problems = new Map();
  for (const key of uniqueKeysOf(sqlite, definition)) {
    if (!key.every((name) => (values[name] ?? null) !== null)) continue;
    const where = key.map((name) => `${name} = ?`).join(" AND ");
    const stored = key.map((name) => storedValue(definition, name, values));
    const other = sqlite
      .prepare(`SELECT 1 FROM ${definition.name} WHERE ${where} AND id <> ?`)
      .get(...stored, id);
    const column = definition.columns.get(key.at(-1) ?? "");
    if (other && column) taken.set(column.name, texts.taken(column.field.title));
  }
  return taken;
}

export function uniqueKeysOf(sqlite: Sqlite, definition: TableDefinition): string[][] {
  const known = uniqueKeys.get(definition) ?? readUniqueKeys(sqlite, definition);
  uniqueKeys.set(definition, known);
  return known;
}

const uniqueKeys = new WeakMap<TableDefinition, string[][]>();

function readUniqueKeys(sqlite: Sqlite, { name, columns }: TableDefinition): string[][] {
  const keys = sqlite
    .prepare(
      `SELECT json_group_array(info.name) FROM pragma_index_list(?) list
       JOIN pragma_index_info(list.name) info
       WHERE list."unique" = 1 AND list.partial = 0 GROUP BY list.name`,
    )
    .pluck()
    .all(name) as string[];
  return keys
    .map((key) => JSON.parse(key) as string[])
    .filter((key) => key.every((column) => columns.has(column)));
}

/** Returns the values of joined columns, to record them in the row's history. */
function shownOf({ columns }: TableDefinition, row: TableRow): RowValues {
  const shown = [...columns.values()].filter(({ key }) => key === undefined);
  return Object.fromEntries(shown.map(({ name }) => [name, row[name] ?? null]));
}

type NewValues = { values: RowValues; changed?: RowValues; id?: number };

function requireFitting(
  tx: Transaction,
  definition: TableDefinition,
  { values, changed = values, id }: NewValues,
): void {
  const lost = findLostReferences(tx, definition, changed);
  if (lost.size > 0) throw invalidValues(lost);
  const taken = findTaken(tx.sqlite, definition, { values, ...(id !== undefined && { id }) });
  if (taken.size === 0) return;
  const { message, errors } = invalidValues(taken);
  throw new AppError("conflict", message, { reason: "taken", ...(errors && { errors }) });
}

function refuseIfNeeded(
  sqlite: Sqlite,
  { name }: TableDefinition,
  { id }: Pick<TableRow, "id">,
): void {
  for (const { from, column, action } of referencesTo(sqlite, name)) {
    if (action === "CASCADE") continue;
    const needs = sqlite.prepare(`SELECT 1 FROM ${from} WHERE ${column} = ? LIMIT 1`).get(id);
    if (needs) throw inUse(texts.needed(from.replaceAll("_", " ")));
  }
}

type Reference = { from: string; column: string; action: string };

function referencesTo(sqlite: Sqlite, table: string): Reference[] {
  return sqlite
    .prepare(
      `SELECT tables.name AS "from", keys."from" AS "column", keys.on_delete AS "action"
       FROM pragma_table_list tables JOIN pragma_foreign_key_list(tables.name) keys
       WHERE tables.schema = 'main' AND keys."table" = ?`,
    )
    .all(table) as Reference[];
}

function ownColumns({ columns }: TableDefinition, values: RowValues): Record<string, never> {
  const own: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    const column = columns.get(name);
    if (column?.key) own[column.key] = toStored(column.kind, value);
  }
  return own as Record<string, never>;
}

function storedValue({ columns }: TableDefinition, name: string, values: RowValues): unknown {
  const column = columns.get(name);
  const value = column && toStored(column.kind, values[name] ?? null);
  return value instanceof Date ? value.getTime() : value;
}

type ActionRequest = {
  table: string;
  id: number;
  action: string;
  values: Record<string, unknown>;
  ifMatch: string | undefined;
};

export async function runAction(
  deps: Deps,
  { table: tableName, id, action: actionName, values: sent, ifMatch }: ActionRequest,
  { author, key, isRetry, claim }: ActCall & { author: AdminAuthor },
): Promise<StoredResponse> {
  const table = getTable(tableName);
  const action = table.actions.find((each) => [each.name, each.formerName].includes(actionName));
  if (!action?.run) {
    throw new AppError("not_found", tableRefusals.unknownAction, { reason: "unknown_action" });
  }
  if (key === undefined && (action.movesMoney || action.sendsMail)) {
    throw new AppError("invalid", tableRefusals.keyMissing, { reason: "key_missing" });
  }
  if (action.movesMoney || action.needsPasskeyCheck) author.requirePasskey();
  const values = readForm(actionForm(action), sent);
  // Synchronous up to the action's first await, so the row cannot change after the version check.
  const row = getRow(deps.db, table, id);
  // The first call may have changed the row. A refund is found by its key.
  if (!isRetry || !action.movesMoney) requireVersion(deps.db, table, { row, ifMatch });
  claim();
  const facts = await action.run(deps, { row, values, author, key: key ?? randomUUID() });
  // Missing if the action has erased the row.
  const after = findRow(deps.db, table, id);
  const headers = after && { ETag: tagOf(after) };
  return { status: 200, body: { ...after, ...facts }, ...(headers && { headers }) };
}
