import type { Reader } from "../../../db/client.ts";
import { epochOf } from "../../../db/epoch.ts";
import type { Filter } from "../../contract/list-query.ts";
import type { TableDefinition } from "./define-table.ts";
import { type Condition, whereOf } from "./list-query.ts";

type Sqlite = Reader["sqlite"];

/**
 * Value of `X-Sequence`: the sequence of a table's newest change, or the epoch when it is later.
 */
export function sequenceOf({ sqlite }: Pick<Reader, "sqlite">, { name }: TableDefinition): number {
  return Math.max(newestChange(sqlite, name), epochOf({ sqlite }));
}

/**
 * A text that is another whenever rows of the table, or of those that it is read with, may be other
 * ones. Changes of erased rows are forgotten after a while, so the number of rows is part of it.
 */
export function stampOf({ sqlite }: Pick<Reader, "sqlite">, definition: TableDefinition): string {
  const { name, from } = definition;
  const tables = [name, ...Array.from(from.matchAll(/JOIN (\w+)/g), ([, joined = ""]) => joined)];
  const sequences = tables.map((table) => newestChange(sqlite, table));
  return [...sequences, findKeptCount(sqlite, name) ?? 0].join(".");
}

function newestChange(sqlite: Sqlite, table: string): number {
  // Changes are no rows that change, but each change is one of them.
  const condition = table === "changes" ? "" : "WHERE table_name = ?";
  const newest = sqlite
    .prepare<string[], number | null>(`SELECT max(id) FROM changes ${condition}`)
    .pluck()
    .get(...(condition ? [table] : []));
  return newest ?? 0;
}

/** The kept number of a table's rows; undefined where none is kept. */
function findKeptCount(sqlite: Sqlite, table: string): number | undefined {
  return sqlite
    .prepare<[string], number>("SELECT rows FROM row_counts WHERE table_name = ?")
    .pluck()
    .get(table);
}

const MOST_REMEMBERED = 200;
const remembered = new WeakMap<Sqlite, Map<string, { stamp: string; total: number }>>();

/** Where the total of a query is remembered until its table changes, for each connection. */
export function totalsOf(
  { sqlite }: Pick<Reader, "sqlite">,
  definition: TableDefinition,
  filters: readonly Filter[],
) {
  const totals = remembered.get(sqlite) ?? new Map<string, { stamp: string; total: number }>();
  remembered.set(sqlite, totals);
  const key = JSON.stringify([definition.name, filters]);
  const stamp = stampOf({ sqlite }, definition);
  const kept = filters.length === 0 ? findKeptCount(sqlite, definition.name) : undefined;
  const known = totals.get(key);
  const keep = (total: number): number => {
    totals.delete(key);
    totals.set(key, { stamp, total });
    const [oldest] = totals.keys();
    if (totals.size > MOST_REMEMBERED && oldest !== undefined) totals.delete(oldest);
    return total;
  };
  return {
    stamp,
    /** Undefined when it has to be counted. */
    known: kept ?? (known?.stamp === stamp ? known.total : undefined),
    keep,
    count: (where: Condition = whereOf(definition, filters)): number =>
      keep(
        sqlite
          .prepare<unknown[], number>(`SELECT count(*) FROM ${definition.from} WHERE ${where.sql}`)
          .pluck()
          .get(...where.params) ?? 0,
      ),
  };
}
