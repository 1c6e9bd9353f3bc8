import type { Reader } from "../../../db/client.ts";
import type { Filter, ListQuery } from "../../contract/list-query.ts";
import type { TablePage } from "../../contract/tables.ts";
import { sequenceOf, totalsOf } from "./counts.ts";
import type { TableDefinition } from "./define-table.ts";
import { type Condition, orderOf, whereOf } from "./list-query.ts";
import { getTable } from "./registry.ts";
import { selectOf, toWire } from "./rows.ts";
import { findCandidates } from "./text-search.ts";

/** A page as it is answered, and what it was read at. */
export type ListedPage = {
  page: TablePage;
  /** Of the table's newest change. */
  sequence: number;
  stamp: string;
};

/** Past so many rows they are skipped by an index alone. */
const FEW_SKIPPED = 1000;

/** A page of a table's rows, all of it read at one moment. A page past the end is empty. */
export function listRows(
  db: Reader,
  { table, query }: { table: string; query: ListQuery },
): ListedPage {
  const definition = getTable(table);
  return db.sqlite.transaction(() => {
    const { filters, page, limit } = query;
    const where = narrowedWhere(db, definition, filters);
    const totals = totalsOf(db, definition, filters);
    const from = (page - 1) * limit;
    let total = totals.known;
    // A first page that is not full says how many there are: nothing is read twice.
    const first = from === 0 ? readRows(db, definition, { query, where, total, from }) : undefined;
    if (total === undefined && first && first.length < limit) total = totals.keep(first.length);
    total ??= totals.count(where);
    return {
      page: {
        data: first ?? readRows(db, definition, { query, where, total, from }),
        page,
        limit,
        total,
        totalPages: Math.ceil(total / limit),
      },
      sequence: sequenceOf(db, definition),
      stamp: totals.stamp,
    };
  })();
}

/** How many rows pass the filters now. */
export function countRows(
  db: Reader,
  { table, filters }: { table: string; filters: readonly Filter[] },
): number {
  const definition = getTable(table);
  return db.sqlite.transaction(() => {
    const totals = totalsOf(db, definition, filters);
    return totals.known ?? totals.count(narrowedWhere(db, definition, filters));
  })();
}

type Meant = {
  table: string;
  filters: readonly Filter[];
  /** Only these, if any are named. */
  among: readonly number[] | null;
  most: number;
};

/** The ids of the rows that pass the filters, and the sequence of the table's newest change then. */
export function listIds(
  db: Reader,
  { table, filters, among, most }: Meant,
): { ids: number[]; sequence: number } {
  const definition = getTable(table);
  const { name, from } = definition;
  return db.sqlite.transaction(() => {
    const { sql, params } = narrowedWhere(db, definition, filters);
    const isMeant = among ? `${sql} AND ${name}.id IN (SELECT value FROM json_each(?))` : sql;
    const values = among ? [...params, JSON.stringify(among)] : params;
    const ids = db.sqlite
      .prepare<unknown[], number>(
        `SELECT ${name}.id FROM ${from} WHERE ${isMeant} ORDER BY ${name}.id LIMIT ?`,
      )
      .pluck()
      .all(...values, most);
    return { ids, sequence: sequenceOf(db, definition) };
  })();
}

/** The filters as a condition, over the index's candidates alone where it can tell. */
export function narrowedWhere(
  db: Pick<Reader, "select" | "sqlite">,
  definition: TableDefinition,
  filters: readonly Filter[],
): Condition {
  const where = whereOf(definition, filters);
  const ids = findCandidates(db, definition, filters);
  if (!ids) return where;
  return {
    sql: `${definition.name}.id IN (SELECT value FROM json_each(?)) AND ${where.sql}`,
    params: [JSON.stringify(ids), ...where.params],
  };
}

type Reading = { query: ListQuery; where: Condition; total: number | undefined; from: number };

function readRows(
  { sqlite }: Reader,
  definition: TableDefinition,
  { query, where, total = Infinity, from }: Reading,
) {
  const { limit, sort } = query;
  if (from >= total) return [];
  // From the nearer end.
  const rest = Math.max(0, total - from - limit);
  const backwards = rest < from;
  const count = Math.min(limit, total - from);
  const [take, skip] = backwards ? [count, rest] : [limit, from];
  const order = orderOf(definition, sort, backwards);
  const ids = `SELECT ${definition.name}.id FROM ${definition.from} WHERE ${where.sql}
    ORDER BY ${order} LIMIT ? OFFSET ?`;
  const head = selectOf(definition);
  const sql =
    skip > FEW_SKIPPED
      ? `${head} WHERE ${definition.name}.id IN (${ids}) ORDER BY ${order}`
      : `${head} WHERE ${where.sql} ORDER BY ${order} LIMIT ? OFFSET ?`;
  const rows = sqlite
    .prepare<unknown[], Record<string, unknown>>(sql)
    .all(...where.params, take, skip)
    .map((row) => toWire(definition, row));
  return backwards ? rows.toReversed() : rows;
}
