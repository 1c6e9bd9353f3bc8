import Database from "better-sqlite3";
import { getTableColumns, getTableName, is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import { addFoldText } from "../../../db/text-keys.ts";
import * as schema from "../../../db/schema.ts";
import { isSearched } from "../../../db/search-index.ts";
import { pathsOf } from "../../../server/data/data-dir.ts";

const DAY_MS = 86_400_000;
const CACHE_KB = 1_000_000;

/** Percentage of paid orders, which also have a user, a webhook, an item and a mail. */
const PAID_PERCENT = 30;

const agedBy = (days: number) =>
  `@now - ${3 * DAY_MS} - CAST(n * ${days * DAY_MS} / @orders AS INTEGER)`;

/** SQL expressions for the columns of each table, for order `n` of @orders at time @now. */
const TABLES: { table: string; paidOnly?: true; days: number; values: Record<string, string> }[] = [
  {
    table: "users",
    paidOnly: true,
    days: 730,
    values: { id: "n + 1000", email: "email", email_verified_at: "@now" },
  },
  {
    table: "orders",
    days: 80,
    values: {
      id: "n",
      number: "printf('%04X-%04X', n >> 16, n & 65535)",
      status: "CASE WHEN is_paid THEN 'paid' WHEN n % 700 = 0 THEN 'open' ELSE 'expired' END",
      session_id: "printf('cs_test_%040d', n)",
      browser_hash: "printf('%064x', n)",
      user_id: "iif(is_paid, n + 1000, NULL)",
      email: "iif(is_paid, email, NULL)",
      currency: "'usd'",
      total_amount: "3700 + n % 50 * 100",
      payment_intent_id: "iif(is_paid, printf('pi_%020d', n), NULL)",
      paid_at: "iif(is_paid, @now, NULL)",
      next_check_at: "iif(is_paid, NULL, @now + 86400000)",
    },
  },
  {
    table: "order_items",
    days: 80,
    values: {
      order_id: "n",
      product_id: "1",
      name: "'Premium Pack'",
      price: "3700",
      type: "'digital'",
      granted_at: "iif(is_paid, @now, NULL)",
    },
  },
  {
    table: "emails",
    paidOnly: true,
    days: 730,
    values: {
      unique_key: "'delivery:' || n",
      kind: "'delivery'",
      recipient: "email",
      order_id: "n",
      subject: "'Your printables'",
      message_id: "'<' || n || '@bench>'",
      status: "'sent'",
      next_attempt_at: "@now",
      sent_at: "@now",
    },
  },
  {
    table: "webhook_events",
    days: 30,
    values: {
      event_id: "printf('evt_%020d', n)",
      type: "'checkout.session.completed'",
      object_id: "printf('cs_test_%040d', n)",
      payload: "'{}'",
      handled_at: "@now",
      next_attempt_at: "@now",
    },
  },
  {
    table: "changes",
    days: 80,
    values: { table_name: "'orders'", row_id: "n", action: "'insert'", actor: "'buyer'" },
  },
];

export const paidEmail = (nth: number) => `buyer-${nth}@example.com`;

/** Fills the database of a stopped store by plain SQL, without a journal. */
export function fillFast(dataDir: string, fill: (sqlite: Database.Database) => void): void {
  const sqlite = new Database(pathsOf(dataDir).database);
  for (const setting of ["journal_mode = OFF", "synchronous = OFF", "foreign_keys = OFF"]) {
    sqlite.pragma(setting);
  }
  sqlite.pragma(`cache_size = -${CACHE_KB}`);
  fill(sqlite);
  sqlite.pragma("journal_mode = WAL");
  sqlite.close();
}

/** Adds `orders` orders and their related rows. */
export function fillOrders(dataDir: string, orders: number): void {
  fillFast(dataDir, (sqlite) => {
    for (const { table, paidOnly, days, values } of TABLES) {
      const columns = { ...values, created_at: agedBy(days), updated_at: agedBy(days) };
      sqlite
        .prepare(
          `WITH RECURSIVE numbers (n) AS (VALUES (1)
           UNION ALL SELECT n + 1 FROM numbers WHERE n < @orders),
         sales AS (SELECT n, n % 100 < ${PAID_PERCENT} AS is_paid,
           printf('buyer-%d@example.com', n) AS email FROM numbers)
         INSERT INTO ${table} (${Object.keys(columns).join(", ")})
         SELECT ${Object.values(columns).join(", ")} FROM sales ${paidOnly ? "WHERE is_paid" : ""}`,
        )
        .run({ orders, now: Date.now() });
    }
    fillSearchIndexes(sqlite);
  });
}

/** Rebuilds the search indexes of all rows, as a migration does. */
function fillSearchIndexes(sqlite: Database.Database): void {
  addFoldText(sqlite);
  for (const table of Object.values(schema).filter((value) => is(value, SQLiteTable))) {
    const columns = Object.values(getTableColumns(table)).filter(isSearched);
    if (columns.length === 0) continue;
    const name = getTableName(table);
    const texts = columns.map((column) => column.name).join(", ");
    sqlite.exec(`INSERT INTO ${name}_texts (${name}_texts) VALUES ('delete-all');
      INSERT INTO ${name}_texts (rowid, body)
      SELECT id, fold_text(concat_ws(char(10), ${texts})) FROM ${name}`);
  }
}
