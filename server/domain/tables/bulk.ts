import type { Transaction } from "../../../db/client.ts";
import { tableRefusals as texts } from "../../contract/admin-messages.ts";
import {
  type BulkAnswer,
  type BulkRequest,
  MOST_BULK_ROWS,
  type TableRow,
} from "../../contract/tables.ts";
import type { Deps } from "../../deps.ts";
import { AppError } from "../../errors.ts";
import { sequenceOf } from "./counts.ts";
import type { TableDefinition } from "./define-table.ts";
import { type Condition, readFilters, whereOf } from "./list-query.ts";
import { inSteps, type StepAuthor, tryInSteps } from "./steps.ts";
import { isChangedByOthers } from "./undo.ts";
import { changeRow, getRow, removeRow, requireWritable } from "./write.ts";

type Needs = Pick<Deps, "db" | "clock">;
type Bulk = { definition: TableDefinition; request: BulkRequest; author: StepAuthor };

/**
 * Changes or deletes all rows that a filter means, when they are the rows that the sender has seen: as
 * many, and none of them changed since. Each row is tried first: nothing is changed when one is refused.
 * Throws AppError `conflict`, reason `count_mismatch`, and what the writes themselves throw, naming the
 * row.
 */
export async function changeMany(needs: Needs, bulk: Bulk): Promise<BulkAnswer> {
  const { definition, request, author } = bulk;
  requireWritable(definition);
  const condition = conditionOf(definition, request);
  const { ids, sequence } = findMeant(needs, definition, condition);
  if (ids.length !== request.expected) throw mismatch(texts.countMismatch(ids.length));
  // A row that has left the filter makes them fewer, unless one came in, which is a change of that one:
  // changes of rows that are not meant leave them as they are.
  if (isChangedByOthers(needs.db, definition, { ids, since: request.sequence })) {
    throw mismatch(texts.changedSinceSeen);
  }
  const attempt = { ...author, set: { id: null } };
  await tryInSteps(needs, ids, (tx, id) => changeOne(tx, { ...bulk, author: attempt }, id));
  const { set } = author;
  await inSteps({ ...needs, set }, ids, (tx, id) => {
    if (isChangedByOthers(tx, definition, { ids: [id], since: sequence, setIds: [set.id ?? 0] })) {
      throw mismatch(texts.changedUnderWay, set.id);
    }
    changeOne(tx, bulk, id);
  });
  return { changed: ids.length, changeSet: set.id };
}

/** The filters of the list, and only these rows of it when ids are given. */
function conditionOf(definition: TableDefinition, { filter, ids }: BulkRequest): Condition {
  const where = whereOf(definition, readFilters(definition, filter));
  if (!ids) return where;
  return {
    sql: `${where.sql} AND ${definition.name}.id IN (SELECT value FROM json_each(?))`,
    params: [...where.params, JSON.stringify(ids)],
  };
}

/** The rows that are meant, and the sequence at which they were; one more than is allowed at most. */
function findMeant({ db }: Needs, definition: TableDefinition, { sql, params }: Condition) {
  const { name, from } = definition;
  const select = `SELECT ${name}.id FROM ${from} WHERE ${sql} ORDER BY ${name}.id LIMIT ?`;
  return db.sqlite.transaction(() => ({
    ids: db.sqlite
      .prepare<unknown[], number>(select)
      .pluck()
      .all(...params, MOST_BULK_ROWS + 1),
    sequence: sequenceOf(db, definition),
  }))();
}

function changeOne(tx: Transaction, { definition, request, author }: Bulk, id: number): void {
  const row = getRow(tx, definition, id);
  try {
    if (request.action === "delete") removeRow(tx, { definition, author, row });
    else changeRow(tx, { definition, body: request.values ?? {}, author, row });
  } catch (error) {
    throw error instanceof AppError ? naming(error, row) : error;
  }
}

/** The refusal of one row of many. */
function naming({ code, message, reason, errors }: AppError, { id }: TableRow): AppError {
  const details = { reason, ...(errors && { errors }), more: { rowId: id } };
  return new AppError(code, texts.rowRefused(id, message), details);
}

/** `changeSet` undoes what was done by then. */
function mismatch(text: string, changeSet: number | null = null): AppError {
  const more = changeSet !== null && { more: { changeSet } };
  return new AppError("conflict", text, { reason: "count_mismatch", ...more });
}
