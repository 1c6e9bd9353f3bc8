import type { Need } from "../../contract/admin-answers.ts";
import { DAY_MS } from "../../contract/time.ts";
import type { Deps } from "../../deps.ts";

const MOST_ROWS = 20;
const LONGEST_DETAIL = 200;

export type IssueRow = { id: number; orderId: number | null; at: number; dueAt: number | null };

/** Finds rows that wait for the owner. */
export type RowFinder<Row> = {
  table: string;
  /** FROM and WHERE clause. Must be covered by a partial index, so that counting is cheap. */
  from: string;
  /** Parameters of `from`: times that are this many milliseconds ago. */
  ages?: readonly number[];
  columns: string;
  order: string;
  describe: (row: Row) => Pick<Need, "title" | "detail">;
};

/** Returns the number of rows found, and the most urgent ones in words for the owner. */
export function findRows(
  { db: { sqlite }, clock }: Pick<Deps, "db" | "clock">,
  { table, from, ages = [], columns, order, describe }: RowFinder<never>,
): { count: number; rows: Need[] } {
  const values = ages.map((age) => clock.now().getTime() - age);
  const count = sqlite.prepare<unknown[], number>(`SELECT count(*) ${from}`).pluck();
  const rows = sqlite.prepare<unknown[], IssueRow>(
    `SELECT ${columns} ${from} ORDER BY ${order} LIMIT ${MOST_ROWS}`,
  );
  return {
    count: count.get(...values) ?? 0,
    rows: rows.all(...values).map((row) => ({
      table,
      id: row.id,
      orderId: row.orderId,
      ...describe(row as never),
      at: new Date(row.at).toISOString(),
      dueAt: row.dueAt === null ? null : new Date(row.dueAt).toISOString(),
    })),
  };
}

/** Age at which rows that can't be resolved are left out. */
export const RECENT_MS = 30 * DAY_MS;

const NOW = "CAST(unixepoch('subsec') * 1000 AS INTEGER)";

/** SQL query of the ids of the orders that the found rows belong to. */
export function orderIdsOf({ from, ages = [], columns }: RowFinder<never>): string {
  const left = [...ages];
  const rows = `SELECT ${columns} ${from}`.replaceAll("?", () => `(${NOW} - ${left.shift()})`);
  return `SELECT orderId FROM (${rows}) WHERE orderId IS NOT NULL`;
}

/** Shortens a text of any length to a detail. */
export function cut(text: string | null): string | null {
  if (text === null || text.length <= LONGEST_DETAIL) return text;
  return `${text.slice(0, LONGEST_DETAIL - 1).toWellFormed()}…`;
}
