import type { Reader, Transaction } from "../../../db/client.ts";
import { type Author, deleteRow, insertRow, updateRow } from "../../../db/record.ts";
import { tableRefusals as texts } from "../../contract/admin-messages.ts";
import type { TableRow } from "../../contract/tables.ts";
import { AppError } from "../../errors.ts";
import type { TableDefinition } from "./define-table.ts";
import { findLostReferences, findTaken, refuseIfNeeded } from "./references.ts";
import { selectOf, toStored, toWire } from "./rows.ts";
import { invalidValues, readValues, type Values } from "./wire-values.ts";

/** A row of one of the tables as it is to become, by whom. */
type Write = { definition: TableDefinition; body: Record<string, unknown>; author: Author };

/** The row of an id; throws AppError `not_found`, reason `unknown_row`. */
export function getRow(db: Pick<Reader, "sqlite">, definition: TableDefinition, id: number) {
  const row = findRow(db, definition, id);
  if (!row) throw new AppError("not_found", texts.unknownRow, { reason: "unknown_row" });
  return row;
}

/** The row of an id, as it stands on the wire. */
export function findRow(
  { sqlite }: Pick<Reader, "sqlite">,
  definition: TableDefinition,
  id: number,
): TableRow | undefined {
  const select = `${selectOf(definition)} WHERE ${definition.name}.id = ?`;
  const stored = sqlite.prepare<[number], Record<string, unknown>>(select).get(id);
  return stored && toWire(definition, stored);
}

/**
 * Stores a new row and returns it. Throws AppError `invalid` with the fields that break a rule or name
 * a row that is gone, `conflict` for a key that is taken.
 */
export function createRow(tx: Transaction, { definition, body, author }: Write): TableRow {
  requireWritable(definition);
  const values = readValues(definition, { body });
  requireFitting(tx, definition, { values });
  const { create } = definition.write;
  const id = create
    ? create(tx, values, author)
    : insertRow(tx, definition.table, ownColumns(definition, values), author)["id"];
  return getRow(tx, definition, Number(id));
}

/**
 * Changes those columns of a row whose values differ from what is sent, and returns the row; it stays
 * as it is, with its version, when none does. Throws like `createRow`.
 */
export function changeRow(
  tx: Transaction,
  { definition, body, author, row }: Write & { row: TableRow },
): TableRow {
  requireWritable(definition);
  const patch = readValues(definition, { body, row });
  if (Object.keys(patch).length === 0) return row;
  requireFitting(tx, definition, { values: { ...row, ...patch }, changed: patch, id: row.id });
  const { update } = definition.write;
  if (update) update(tx, row, { patch, author });
  else updateRow(tx, definition.table, row.id, ownColumns(definition, patch), author);
  return getRow(tx, definition, row.id);
}

/** Deletes a row; throws AppError `conflict`, reason `in_use`, when others need it. */
export function removeRow(
  tx: Transaction,
  { definition, author, row }: Omit<Write, "body"> & { row: TableRow },
): void {
  requireWritable(definition);
  definition.write.mayRemove?.(tx, row, author);
  refuseIfNeeded(tx.sqlite, definition, row);
  const shown = { before: shownOf(definition, row) };
  deleteRow(tx, definition.table, row.id, { ...author, shown });
}

/** What a row shows that is read from other tables: its history keeps it too. */
export function shownOf({ columns }: TableDefinition, row: TableRow): Values {
  const shown = [...columns.values()].filter(({ key }) => key === undefined);
  return Object.fromEntries(shown.map(({ name }) => [name, row[name] ?? null]));
}

/** Throws AppError `forbidden` for a table that is only looked at. */
export function requireWritable({ readOnly, title }: TableDefinition): void {
  if (!readOnly) return;
  throw new AppError("forbidden", texts.readOnlyTable(title), { reason: "read_only_table" });
}

type Fitting = { values: Values; changed?: Values; id?: number };

/** Refuses values that do not fit the rows that are there. */
function requireFitting(
  { sqlite }: Transaction,
  definition: TableDefinition,
  { values, changed = values, id }: Fitting,
): void {
  const lost = findLostReferences(sqlite, definition, changed);
  if (lost.size > 0) throw invalidValues(lost);
  const taken = findTaken(sqlite, definition, { values, ...(id !== undefined && { id }) });
  if (taken.size === 0) return;
  const { message, errors } = invalidValues(taken);
  throw new AppError("conflict", message, { reason: "taken", ...(errors && { errors }) });
}

/** Values of the wire under Drizzle's names, as far as the table itself has them. */
export function ownColumns({ columns }: TableDefinition, values: Values): Record<string, never> {
  const own: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    const column = columns.get(name);
    if (column?.key) own[column.key] = toStored(column.kind, value);
  }
  // What a column takes is known by its kind alone.
  return own as Record<string, never>;
}
