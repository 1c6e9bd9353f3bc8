import type { Need } from "../../contract/admin-answers.ts";
import { DAY_MS } from "../../contract/time.ts";
import type { Deps } from "../../deps.ts";

const MOST_ROWS = 20;
const RECENT_DAYS = 30;
const LONGEST_DETAIL = 200;

export type IssueRow = { id: number; orderId: number | null; at: number; dueAt: number | null };

/** Finds rows that wait for the owner. */
export type RowFinder<Row> = {
  table: string;
  /** FROM and WHERE clause. Must be covered by a partial index, so that counting is cheap. */
  from: string;
  params?: (now: number) => number[];
  columns: string;
  order: string;
  describe: (row: Row) => Pick<Need, "title" | "detail">;
};

/** Returns the number of rows found, and the most urgent ones in words for the owner. */
export function findRows(
  { db: { sqlite }, clock }: Pick<Deps, "db" | "clock">,
  { table, from, params, columns, order, describe }: RowFinder<never>,
): { count: number; rows: Need[] } {
  const values = params?.(clock.now().getTime()) ?? [];
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

/** Limit of rows that can't be resolved, which are left out after this time. */
export function recent(now: number): number {
  return now - RECENT_DAYS * DAY_MS;
}

/** Shortens a text of any length to a detail. */
export function cut(text: string | null): string | null {
  if (text === null || text.length <= LONGEST_DETAIL) return text;
  return `${text.slice(0, LONGEST_DETAIL - 1).toWellFormed()}…`;
}
