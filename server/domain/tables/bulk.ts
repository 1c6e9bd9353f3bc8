import type { Transaction } from "../../../db/client.ts";
import { AppError, conflict } from "../../errors.ts";
import { nextTurn } from "../../process/promises.ts";
import type { AdminAuthor } from "../sign-in/administrators.ts";
import { epochOf } from "../../../db/epoch.ts";
import { tableRefusals as texts } from "./refusals.ts";
import { type BulkAnswer, type BulkRequest, MOST_BULK_ROWS } from "../../contract/tables.ts";
import type { Deps } from "../../deps.ts";
import type { TableDefinition } from "./define-table.ts";
import { readFilters } from "./list-query.ts";
import { isChangedByOthers } from "./changes-feed.ts";
import { changeRow, getRow, removeRow, requireWritable } from "./write.ts";

const BATCH_SIZE = 50;
/** A batch ends early after this time, because checking 50 long texts can take seconds. */
const BATCH_MS = 250;

class DryRun extends Error {}

/**
 * Applies `each` to all items in transactions of up to 50 (by default), so that other requests can run in
 * between. A dry run rolls back and throws the same errors. Errors after the first batch contain
 * the stored `changeSet`.
 */
export async function inBatches<Item>(
  { write, set }: Pick<AdminAuthor, "write" | "set">,
  items: readonly Item[],
  each: (tx: Transaction, item: Item) => void,
  { isDryRun = false, batchSize = BATCH_SIZE, batchMs = BATCH_MS } = {},
): Promise<void> {
  let next = 0;
  while (next < items.length) {
    const { id } = set;
    const rest = items.slice(next, next + batchSize);
    const endsAt = performance.now() + batchMs;
    try {
      write((tx) => {
        for (const item of rest) {
          each(tx, item);
          next += 1;
          if (performance.now() > endsAt) break;
        }
        if (isDryRun) throw new DryRun();
      });
    } catch (error) {
      // Reset the id, because the change that defined it was rolled back.
      set.id = id;
      if (!(error instanceof DryRun)) throw withChangeSet(error, id);
    }
    await nextTurn();
  }
}

function withChangeSet(error: unknown, changeSet: number | null): unknown {
  if (changeSet === null || !(error instanceof AppError)) return error;
  const { code, message, reason, errors, more } = error;
  return new AppError(code, message, {
    reason,
    ...(errors && { errors }),
    more: { ...more, changeSet },
  });
}

type BulkChange = { definition: TableDefinition; request: BulkRequest; author: AdminAuthor };

/**
 * Changes or deletes the rows that match a filter, after a dry run. Throws AppError `conflict`,
 * reason `count_mismatch`, if they are not the rows that the client saw; write errors contain the
 * row id.
 */
export async function changeMany(
  { db, reads }: Pick<Deps, "db" | "reads">,
  { definition, request, author }: BulkChange,
): Promise<BulkAnswer> {
  requireWritable(definition);
  const { ids, sequence } = await reads.run("listIds", {
    table: definition.name,
    filters: readFilters(definition, request.filter),
    among: request.rows ? request.rows.map(({ id }) => id) : (request.ids ?? null),
    limit: MOST_BULK_ROWS + 1,
  });
  if (ids.length !== request.expected) throw mismatch(texts.countMismatch(ids.length));
  const { sequence: since } = request;
  // Rows with versions are compared one by one below; an own edit just before must not refuse them.
  const isChanged = !request.rows && isChangedByOthers(db, definition, { ids, since });
  if (since < epochOf(db) || isChanged) {
    throw mismatch(texts.changedSinceSeen);
  }
  const rows = new Map(request.rows?.map((row) => [row.id, row]));
  const changeAs = (by: AdminAuthor) => (tx: Transaction, id: number) => {
    const setIds = [by.set.id ?? 0];
    if (isChangedByOthers(tx, definition, { ids: [id], since: sequence, setIds })) {
      throw mismatch(texts.changedUnderWay);
    }
    const row = getRow(tx, definition, id);
    const own = rows.get(id);
    if (own && own.version !== row.version) throw mismatch(texts.changedSinceSeen);
    const body = own?.values ?? request.values ?? {};
    try {
      if (request.action === "delete") removeRow(tx, { definition, author: by, row });
      else changeRow(tx, { definition, body, author: by, row });
    } catch (error) {
      throw error instanceof AppError ? withRow(error, id) : error;
    }
  };
  const attempt = { ...author, set: { id: null } };
  await inBatches(attempt, ids, changeAs(attempt), { isDryRun: true });
  await inBatches(author, ids, changeAs(author));
  return { changed: ids.length, changeSet: author.set.id };
}

function withRow({ code, message, reason, errors }: AppError, rowId: number): AppError {
  const details = { reason, ...(errors && { errors }), more: { rowId } };
  return new AppError(code, texts.rowRefused(rowId, message), details);
}

const mismatch = (text: string) => conflict(text, "count_mismatch");
