import Database from "better-sqlite3";
import { expect, vi } from "vitest";
import { createTestApp } from "./create-test-app.ts";

type Sqlite = Database.Database;

/** Tables that grow with each visitor or order. */
const GROWING = [
  "orders",
  "order_items",
  "order_notes",
  "users",
  "sessions",
  "one_time_codes",
  "emails",
  "webhook_events",
  "webhook_deliveries",
  "idempotency_keys",
  "changes",
  "rate_limits",
  "contact_submissions",
  "subscription_records",
  "identities",
  "refunds",
];

/** Number of filler rows of other people in each growing table. */
const FILLED = 2000;
/** Maximum number of rows that one step of a query plan may read. */
const MOST_READ = 100;

/** Records the SQL of statements. Each connection prepares a statement only once. */
export function watchStatements(): { stop: () => string[] } {
  const prepare = vi.spyOn(Database.prototype, "prepare");
  return {
    stop() {
      const statements = prepare.mock.calls.map(([source]) => source);
      prepare.mockRestore();
      return [...new Set(statements)].filter((source) => !/^\s*(pragma|explain)/i.test(source));
    },
  };
}

/** Asserts that there are more than `least` statements, and that no plan depends on a table's size. */
export function expectIndexed(statements: string[], least: number): void {
  expect(statements.length).toBeGreaterThan(least);
  const { sqlite } = createTestApp().db;
  fillGrowingTables(sqlite);
  expect(listSlowStatements(sqlite, statements)).toEqual([]);
}

/**
 * Lists statements that read more rows as a table grows, each with its plan and fault. Plans do not
 * depend on values, because the database has no ANALYZE statistics.
 */
function listSlowStatements(sqlite: Sqlite, statements: string[]): string[] {
  return statements.flatMap((source) => {
    const plan = planOf(sqlite, source);
    const faults = plan.flatMap((step) => faultOf(sqlite, { source, plan, step }) ?? []);
    return faults.length > 0 ? [[...faults, source, ...plan].join("\n  ")] : [];
  });
}

export function planOf(sqlite: Sqlite, source: string): string[] {
  const values = Array.from(source.matchAll(/\?/g), () => null);
  return sqlite
    .prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${source}`)
    .all(...values)
    .map(({ detail }) => detail);
}

type Step = { source: string; plan: string[]; step: string };

function faultOf(sqlite: Sqlite, { source, plan, step }: Step): string | undefined {
  const scanned = /^SCAN (\w+)(?! VIRTUAL)/.exec(step)?.[1];
  if (scanned && GROWING.includes(tableOf(source, scanned))) return `reads all of ${scanned}:`;
  const [, index, terms] = /USING (?:COVERING )?INDEX (\S+) \((.+)\)/.exec(step) ?? [];
  const rows = index && terms ? largestGroup(sqlite, index, terms) : rowsByRowid(step);
  if (rows <= MOST_READ || isFirstOfIndex(source, plan)) return undefined;
  return `reads ${rows} rows of ${FILLED}: ${step}`;
}

function tableOf(source: string, name: string): string {
  return new RegExp(`"(\\w+)" "${name}"`).exec(source)?.[1] ?? name;
}

function rowsByRowid(step: string): number {
  return /INTEGER PRIMARY KEY \(rowid[<>]/.test(step) ? FILLED : 1;
}

/** Whether the query reads only the start of an index: LIMIT without sorting, or only a maximum. */
function isFirstOfIndex(source: string, plan: string[]): boolean {
  if (/^select max\(\S+\) from/i.test(source)) return true;
  return / limit \S+\W*$/i.test(source) && !plan.some((step) => step.includes("TEMP B-TREE"));
}

/** Returns the size of the largest group of rows that agree in the columns compared by "=". */
function largestGroup(sqlite: Sqlite, index: string, terms: string): number {
  const found = sqlite
    .prepare<[string], { tbl_name: string; sql: string | null }>(
      "SELECT tbl_name, sql FROM sqlite_schema WHERE name = ?",
    )
    .get(index);
  if (!found || !GROWING.includes(found.tbl_name)) return 0;
  const columns = Array.from(terms.matchAll(/(\w+)=\?/g), ([, column]) => column);
  const covered = / WHERE (.+)$/.exec(found.sql ?? "")?.[1] ?? "true";
  const given = columns.map((column) => `${column} IS NOT NULL`).join(" AND ") || "true";
  const groups = columns.length > 0 ? `GROUP BY ${columns.join(", ")}` : "";
  const largest = `SELECT max(n) FROM
    (SELECT count(*) AS n FROM ${found.tbl_name} WHERE (${covered}) AND ${given} ${groups})`;
  return Number(sqlite.prepare(largest).pluck().get());
}

/** Nullable columns that are filled in practice. */
const ALSO_FILLED =
  "session_id checkout_key browser_hash giver_hash giver_email user_id email payment_intent_id subscription_id " +
  "next_check_at order_id granted_at object_id handled_at expire";

/** SQL for columns that need more than the row's number; "table.column" is for one table only. */
const SHARED: Record<string, string> = {
  "orders.status": "iif(i % 3 = 0, 'paid', 'open')",
  "emails.status": "iif(i % 3 = 0, 'sent', 'queued')",
  "webhook_deliveries.status": "iif(i % 3 = 0, 'sent', 'queued')",
  "webhook_deliveries.endpoint_id": "1 + i % 10",
  "emails.kind": "iif(i % 3 = 0, 'code', 'delivery')",
  "order_notes.kind": "'dispute_open'",
  ends_at_period_end: "0",
  handled_at: "iif(i % 3 = 0, i, NULL)",
  email: "i || '@filled.example'",
  recipient: "i || '@filled.example'",
  table_name: "'orders'",
  action: "'update'",
  product_id: "1",
  price: "1",
  currency: "'usd'",
  total_amount: "1",
  type: "'checkout'",
  scope: "'subscription'",
  issuer: "'x'",
};

type Column = { name: string; notnull: number; pk: number };

/**
 * Fills every growing table with rows of other people, one row of each kind per person. Identifying
 * columns contain the row's number.
 */
export function fillGrowingTables(sqlite: Sqlite): void {
  sqlite.pragma("foreign_keys = OFF");
  sqlite.pragma("ignore_check_constraints = ON");
  for (const table of GROWING) {
    const columns = (sqlite.pragma(`table_info(${table})`) as Column[]).filter(
      ({ name, notnull, pk }) => notnull || pk || ALSO_FILLED.split(" ").includes(name),
    );
    const names = columns.map(({ name }) => name);
    const values = names.map((name) => SHARED[`${table}.${name}`] ?? SHARED[name] ?? "i");
    sqlite.exec(
      `WITH RECURSIVE n(i) AS (SELECT 1000000 UNION ALL SELECT i + 1 FROM n
         WHERE i < 1000000 + ${FILLED} - 1)
       INSERT INTO ${table} (${names.join()}) SELECT ${values.join()} FROM n`,
    );
  }
}
