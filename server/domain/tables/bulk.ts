import type { Transaction } from "../../../db/client.ts";
import { epochOf } from "../../../db/epoch.ts";
import { tableRefusals as texts } from "../../contract/admin-messages.ts";
import {
  type BulkAnswer,
  type BulkRequest,
  MOST_BULK_ROWS,
  type TableRow,
} from "../../contract/tables.ts";
import type { Deps } from "../../deps.ts";
import { AppError } from "../../errors.ts";
import type { AdminAuthor } from "../sign-in/administrators.ts";
import type { TableDefinition } from "./define-table.ts";
import { readFilters } from "./list-query.ts";
import { inSteps, tryInSteps } from "./steps.ts";
import { isChangedByOthers } from "./undo.ts";
import { changeRow, getRow, removeRow, requireWritable } from "./write.ts";

type Needs = Pick<Deps, "db" | "reads">;
type Bulk = { definition: TableDefinition; request: BulkRequest; author: AdminAuthor };
/** Rows with their own values, by id. */
type OwnRows = ReadonlyMap<number, NonNullable<BulkRequest["rows"]>[number]>;

/**
 * Changes or deletes all rows that a filter means, when they are the rows that the sender has seen: as
 * many, and none of them changed since. Each row is tried first: nothing is changed when one is refused.
 * Throws AppError `conflict`, reason `count_mismatch`, and what the writes themselves throw, naming the
 * row.
 */
export async function changeMany(needs: Needs, bulk: Bulk): Promise<BulkAnswer> {
  const { definition, request, author } = bulk;
  requireWritable(definition);
  const own: OwnRows = new Map(request.rows?.map((row) => [row.id, row]));
  const among = request.rows ? request.rows.map(({ id }) => id) : (request.ids ?? null);
  const { ids, sequence } = await needs.reads.run("listIds", {
    table: definition.name,
    filters: readFilters(definition, request.filter),
    among,
    limit: MOST_BULK_ROWS + 1,
  });
  if (ids.length !== request.expected) throw mismatch(texts.countMismatch(ids.length));
  // A row that has left the filter makes them fewer, unless one came in, which is a change of that one:
  // changes of rows that are not meant leave them as they are.
  const { sequence: since } = request;
  const isOfThisEpoch = since >= epochOf(needs.db);
  if (!isOfThisEpoch || isChangedByOthers(needs.db, definition, { ids, since })) {
    throw mismatch(texts.changedSinceSeen);
  }
  const attempt = { ...author, set: { id: null } };
  await tryInSteps(attempt, ids, (tx, id) => changeOne(tx, { ...bulk, own, author: attempt }, id));
  const { set } = author;
  await inSteps(author, ids, (tx, id) => {
    if (isChangedByOthers(tx, definition, { ids: [id], since: sequence, setIds: [set.id ?? 0] })) {
      throw mismatch(texts.changedUnderWay);
    }
    changeOne(tx, { ...bulk, own }, id);
  });
  return { changed: ids.length, changeSet: set.id };
}

function changeOne(tx: Transaction, bulk: Bulk & { own: OwnRows }, id: number): void {
  const { definition, request, author } = bulk;
  const row = getRow(tx, definition, id);
  const own = bulk.own.get(id);
  if (own && own.version !== row.version) throw mismatch(texts.changedSinceSeen);
  const body = own?.values ?? request.values ?? {};
  try {
    if (request.action === "delete") removeRow(tx, { definition, author, row });
    else changeRow(tx, { definition, body, author, row });
  } catch (error) {
    throw error instanceof AppError ? naming(error, row) : error;
  }
}

/** The refusal of one row of many. */
function naming({ code, message, reason, errors }: AppError, { id }: TableRow): AppError {
  const details = { reason, ...(errors && { errors }), more: { rowId: id } };
  return new AppError(code, texts.rowRefused(id, message), details);
}

function mismatch(text: string): AppError {
  return new AppError("conflict", text, { reason: "count_mismatch" });
}
