import Database from "better-sqlite3";
import { vi } from "vitest";

type Sqlite = Database.Database;

/** Every table that grows with each visitor or each order. */
const GROWING = [
  "orders",
  "order_items",
  "order_notes",
  "users",
  "sessions",
  "one_time_codes",
  "emails",
  "webhook_events",
  "idempotency_keys",
  "changes",
  "rate_limits",
  "contact_submissions",
  "subscription_records",
  "identities",
];

/** Rows of other people in each of them. */
const FILLED = 2000;
/** What one buyer, one order or one row has of anything. */
const MOST_READ = 100;

/** Every statement that is prepared from now on, on whatever connection. */
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

/**
 * The statements that read more of a growing table the longer it is, each with its plan and what is
 * wrong with it. The plan of a statement does not depend on its values: the shop has no statistics.
 */
export function listSlowStatements(sqlite: Sqlite, statements: string[]): string[] {
  return statements.flatMap((source) => {
    const plan = planOf(sqlite, source);
    const faults = plan.flatMap((step) => faultOf(sqlite, { source, plan, step }) ?? []);
    return faults.length > 0 ? [[...faults, source, ...plan].join("\n  ")] : [];
  });
}

/** How SQLite runs a statement, step by step. */
function planOf(sqlite: Sqlite, source: string): string[] {
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

/** One row by its id, but any number from an id on. */
function rowsByRowid(step: string): number {
  return /INTEGER PRIMARY KEY \(rowid[<>]/.test(step) ? FILLED : 1;
}

/** Stops after the first rows of an index: nothing is sorted, or the highest one alone is asked. */
function isFirstOfIndex(source: string, plan: string[]): boolean {
  if (/^select max\(\S+\) from/i.test(source)) return true;
  return / limit \S+\W*$/i.test(source) && !plan.some((step) => step.includes("TEMP B-TREE"));
}

/** The most rows that share what `terms` ("status=? AND id>?") compares with "=", where it is given. */
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

/** Fills every growing table with other people's rows, each person with one of each kind. */
export function fillGrowingTables(sqlite: Sqlite): void {
  const rows = `WITH RECURSIVE n(i) AS (SELECT 1000000 UNION ALL SELECT i + 1 FROM n
    WHERE i < 1000000 + ${FILLED} - 1)`;
  const fill = (table: string, columns: string, values: string) =>
    sqlite.exec(`INSERT INTO ${table} (id, ${columns}) ${rows} SELECT i, ${values} FROM n`);
  const everyThird = (then: string, otherwise: string) => `iif(i % 3 = 0, ${then}, ${otherwise})`;
  const row = "created_at, updated_at";

  sqlite.exec(
    `INSERT INTO products (id, name, slug, price, type, ${row}) VALUES (1, 'P', 'p', 1, 'digital', 1, 1)`,
  );
  fill("users", `email, ${row}`, "i || '@filled.example', i, i");
  fill(
    "orders",
    `number, status, session_id, checkout_key, browser_hash, user_id, email, currency,
      total_amount, payment_intent_id, subscription_id, next_check_at, ${row}`,
    `'N' || i, ${everyThird("'paid'", "'open'")}, 'cs_' || i, 'k' || i, 'b' || i, i,
      i || '@filled.example', 'usd', 1, 'pi' || i, 'sub' || i, i, i, i`,
  );
  fill(
    "order_items",
    `order_id, product_id, name, price, type, granted_at, ${row}`,
    "i, 1, 'Pack', 1, 'digital', i, i, i",
  );
  fill("order_notes", `order_id, kind, ${row}`, "i, 'dispute_open', i, i");
  fill("sessions", "token_hash, user_id, created_at, last_used_at, expires_at", "i, i, i, i, i");
  fill(
    "one_time_codes",
    "email, seed, browser_hash, created_at, expires_at",
    "i || '@filled.example', i, i, i, i",
  );
  fill(
    "emails",
    `unique_key, kind, recipient, order_id, message_id, status, next_attempt_at, ${row}`,
    `i, ${everyThird("'code'", "'delivery'")}, i || '@filled.example', i, i,
      ${everyThird("'sent'", "'queued'")}, i, i, i`,
  );
  fill(
    "webhook_events",
    `event_id, type, object_id, payload, handled_at, next_attempt_at, ${row}`,
    `i, 'checkout', i, '{}', ${everyThird("i", "NULL")}, i, i, i`,
  );
  fill("idempotency_keys", "scope, key, request_hash, created_at", "'subscription', i, '', i");
  fill("changes", `table_name, row_id, action, actor, ${row}`, "'orders', i, 'update', 'x', i, i");
  fill("contact_submissions", `name, email, message, ${row}`, "i, i || '@filled.example', i, i, i");
  fill(
    "subscription_records",
    `user_id, email, session_id, subscription_id, ${row}`,
    "i, i || '@filled.example', 'cs_' || i, 'sub' || i, i, i",
  );
  fill("identities", "user_id, issuer, subject, created_at", "i, 'x', i, i");
  sqlite.exec(`INSERT INTO rate_limits (key, points, expire) ${rows} SELECT i, 1, i FROM n`);
}
