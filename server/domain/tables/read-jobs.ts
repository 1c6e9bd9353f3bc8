import type { Reader } from "../../../db/client.ts";
import type { ListQuery } from "../../contract/list-query.ts";
import type { TablePage } from "../../contract/tables.ts";
import type { IdsInput, ExportInput } from "../../ports/read-worker.ts";
import { sequenceOf, stampOf } from "./changes-feed.ts";
import type { TableDefinition } from "./define-table.ts";
import { type Condition, orderOf, whereOf } from "./list-query.ts";
import { getTable } from "./registry.ts";
import { selectOf, toWire } from "./wire-values.ts";
import { withUnit } from "../../contract/formats.ts";
import { BYTE_ORDER_MARK, csvLine, writeCell } from "../../contract/csv.ts";

type ListedPage = {
  page: TablePage;
  sequence: number;
  stamp: string;
};

export function listRows(
  db: Reader,
  { table, query }: { table: string; query: ListQuery },
): ListedPage {
  const definition = getTable(table);
  const { filters, sort, page, limit } = query;
  const where = whereOf(definition, filters);
  const order = orderOf(definition, sort);
  // The inner query skips rows using an index, without reading the table.
  const ids = `SELECT ${definition.name}.id FROM ${definition.from} ${where.sql}
    ORDER BY ${order} LIMIT ? OFFSET ?`;
  const sql = `${selectOf(definition)} WHERE ${definition.name}.id IN (${ids}) ORDER BY ${order}`;
  return db.sqlite.transaction(() => {
    const rows = db.sqlite
      .prepare<unknown[], Record<string, unknown>>(sql)
      .all(...where.params, limit, (page - 1) * limit);
    const isWhole = page === 1 && rows.length < limit;
    const total = isWhole ? rows.length : countRows(db, definition, where);
    const data = rows.map((row) => toWire(definition, row));
    return {
      page: { data, page, limit, total, totalPages: Math.ceil(total / limit) },
      sequence: sequenceOf(db, definition),
      stamp: stampOf(db, definition),
    };
  })();
}

function countRows(
  { sqlite }: Pick<Reader, "sqlite">,
  { from }: TableDefinition,
  { sql, params }: Condition,
): number {
  const count = sqlite.prepare<unknown[], number>(`SELECT count(*) FROM ${from} ${sql}`).pluck();
  return count.get(...params) ?? 0;
}

export function listIds(
  db: Reader,
  { table, filters, among, limit }: IdsInput,
): { ids: number[]; sequence: number } {
  const definition = getTable(table);
  const { name, from } = definition;
  const { sql, params } = whereOf(definition, filters, among);
  return db.sqlite.transaction(() => {
    const ids = db.sqlite
      .prepare<unknown[], number>(
        `SELECT ${name}.id FROM ${from} ${sql} ORDER BY ${name}.id LIMIT ?`,
      )
      .pluck()
      .all(...params, limit);
    return { ids, sequence: sequenceOf(db, definition) };
  })();
}

const CHUNK_LENGTH = 64 * 1024;

/** Yields CSV chunks from one snapshot. Nothing else may use `db` until the generator ends. */
export function* exportChunks(
  db: Reader,
  { table, query }: ExportInput,
): Generator<string, undefined> {
  const definition = getTable(table);
  const columns = [...definition.columns.values()].filter(({ bulky }) => !bulky);
  db.sqlite.exec("BEGIN");
  try {
    const where = whereOf(definition, query.filters);
    const order = orderOf(definition, query.sort);
    const sql = `${selectOf(definition)} ${where.sql} ORDER BY ${order}`;
    const rows = db.sqlite.prepare<unknown[], Record<string, unknown>>(sql);
    let chunk = BYTE_ORDER_MARK + csvLine(columns.map(({ name, field }) => withUnit(name, field)));
    for (const stored of rows.iterate(...where.params)) {
      const row = toWire(definition, stored);
      chunk += csvLine(columns.map(({ name, kind }) => writeCell(kind, row[name])));
      if (chunk.length < CHUNK_LENGTH) continue;
      yield chunk;
      chunk = "";
    }
    yield chunk;
  } finally {
    db.sqlite.exec("COMMIT");
  }
}
