import Database from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { migrate, schemaVersion } from "../../db/migrate.ts";
import { codeSeeds } from "../../db/migrations/code-seeds.ts";
import { migrations } from "../../db/migrations/index.ts";
import { orderNotes } from "../../db/migrations/order-notes.ts";
import { searchIndex } from "../../db/migrations/search-index.ts";
import { sortKeys } from "../../db/migrations/sort-keys.ts";
import { storeFacts } from "../../db/migrations/store-facts.ts";
import { withdrawalLinks } from "../../db/migrations/withdrawal-links.ts";
import { migrationsBefore } from "../support/migrated-database.ts";

function empty(): Database.Database {
  const sqlite = new Database(":memory:");
  onTestFinished(() => void sqlite.close());
  return sqlite;
}

const tablesOf = (sqlite: Database.Database) =>
  sqlite
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .pluck()
    .all();

const ONE = "CREATE TABLE one (id INTEGER PRIMARY KEY) STRICT;";
const TWO = "ALTER TABLE one ADD COLUMN name TEXT; INSERT INTO one (name) VALUES ('first');";
const THREE = "CREATE TABLE three (id INTEGER PRIMARY KEY) STRICT;";

test("a database of a newer program is refused, and stays as it is", () => {
  const sqlite = empty();
  sqlite.exec(ONE);
  sqlite.pragma("user_version = 3");
  const refusal = "The database has schema 3, this program knows 2.";
  expect(() => migrate(sqlite, [ONE, TWO])).toThrow(refusal);
  expect(schemaVersion(sqlite)).toBe(3);
  expect(tablesOf(sqlite)).toEqual(["one"]);
});

test("a migration that fails half way leaves nothing of itself, and what came before stays", () => {
  const sqlite = empty();
  const broken = `${THREE} INSERT INTO one (name) VALUES ('half'); INSERT INTO nowhere VALUES (1);`;
  expect(() => migrate(sqlite, [ONE, TWO, broken])).toThrow(/nowhere/);
  expect(schemaVersion(sqlite)).toBe(2);
  expect(tablesOf(sqlite)).toEqual(["one"]);
  expect(sqlite.prepare("SELECT name FROM one").pluck().all()).toEqual(["first"]);
  expect(sqlite.inTransaction).toBe(false);
  migrate(sqlite, [ONE, TWO, THREE]);
  expect(tablesOf(sqlite)).toEqual(["one", "three"]);
});

test("each missing migration runs once, in order, and the rows that are there stay", () => {
  const sqlite = empty();
  migrate(sqlite, [ONE]);
  sqlite.exec("INSERT INTO one DEFAULT VALUES");
  for (let start = 0; start < 3; start++) migrate(sqlite, [ONE, TWO, THREE]);
  expect(sqlite.prepare("SELECT id, name FROM one").raw().all()).toEqual([
    [1, null],
    [2, "first"],
  ]);
  expect(schemaVersion(sqlite)).toBe(3);
});

test("codes that were asked for before an update still work after it", () => {
  const sqlite = empty();
  migrate(sqlite, migrationsBefore(codeSeeds));
  sqlite.exec(`INSERT INTO one_time_codes (email, code_hash, browser_hash, created_at, expires_at)
    VALUES ('a@example.com', 'the-seed', 'b', 0, 1)`);
  migrate(sqlite);
  expect(sqlite.prepare("SELECT seed FROM one_time_codes").pluck().all()).toEqual(["the-seed"]);
});

test("sessions that were prolonged before an update end 60 days after they began", () => {
  const sqlite = empty();
  const DAY_MS = 24 * 3_600_000;
  migrate(sqlite, migrationsBefore(storeFacts));
  sqlite.exec(`INSERT INTO users (id, email, created_at, updated_at) VALUES (1, 'a@example.com', 0, 0);
    INSERT INTO sessions (token_hash, user_id, created_at, last_used_at, expires_at) VALUES
      ('${"a".repeat(64)}', 1, 0, 0, ${400 * DAY_MS}), ('${"b".repeat(64)}', 1, 0, 0, ${30 * DAY_MS})`);
  migrate(sqlite);
  const ends = sqlite.prepare("SELECT expires_at FROM sessions ORDER BY id").pluck().all();
  expect(ends).toEqual([60 * DAY_MS, 30 * DAY_MS]);
});

test("what the owner was told in sentences before an update are notes after it", () => {
  const sqlite = empty();
  migrate(sqlite, migrationsBefore(orderNotes));
  const answer = "answer it at the payment provider.";
  const TOLD: [sentence: string | null, note: unknown[]][] = [
    [null, []],
    ["Some of its products no longer exist in this shop.", ["missing_products"]],
    ["The payment provider has another total: compare it with this order.", ["other_total"]],
    [`A dispute is open: ${answer}`, ["dispute_open"]],
    ["A dispute was lost.", ["dispute_lost"]],
    [`A dispute of a renewal is open: ${answer}`, ["renewal_dispute_open"]],
    ["$1,234.50 USD refunded; access was kept.", ["refund_kept_access", 123_450]],
    ["¥500 JPY refunded; access was kept.", ["refund_kept_access", 500]],
    ["Asked for 2 copies.", ["text", null, "Asked for 2 copies."]],
  ];
  const order = sqlite.prepare(
    "INSERT INTO orders (number, status, currency, total_amount, attention, created_at, updated_at) VALUES (?, 'paid', 'usd', 1, ?, 1, 1700000000123)",
  );
  for (const [index, [sentence]] of TOLD.entries()) order.run(String(index), sentence);
  migrate(sqlite);
  const notes = sqlite.prepare("SELECT order_id, kind, amount, text FROM order_notes ORDER BY id");
  const expected = TOLD.map(([, [kind, amount = null, text = null]], at) => [
    at + 1,
    kind,
    amount,
    text,
  ]);
  expect(notes.raw().all()).toEqual(expected.slice(1));
  const made = sqlite.prepare("SELECT after FROM changes WHERE table_name = 'order_notes'");
  expect(JSON.parse(String(made.pluck().get()))).toEqual({
    id: 1,
    order_id: 2,
    kind: "missing_products",
    amount: null,
    text: null,
    done_at: null,
    cause_gone: false,
    version: 1,
    created_at: "2023-11-14T22:13:20.123Z",
    updated_at: "2023-11-14T22:13:20.123Z",
  });
});

test("names stored before an update are sorted by their sort keys after it", () => {
  const sqlite = empty();
  migrate(sqlite, migrationsBefore(sortKeys));
  const add = sqlite.prepare(
    "INSERT INTO users (email, name, created_at, updated_at) VALUES (?, ?, 0, 0)",
  );
  for (const [at, name] of ["Zebra", "émile", "Eve", "apple", null].entries())
    add.run(`${at}`, name);
  migrate(sqlite);
  const sorted = sqlite.prepare("SELECT name FROM users ORDER BY name_sorted").pluck().all();
  expect(sorted).toEqual([null, "apple", "émile", "Eve", "Zebra"]);
});

test("rows stored before the full-text indexes are in them", () => {
  const sqlite = empty();
  migrate(sqlite, migrationsBefore(searchIndex));
  sqlite.exec(`INSERT INTO users (email, name, created_at, updated_at)
    VALUES ('a@example.com', 'ÉMILE', 0, 0), ('b@example.com', NULL, 0, 0)`);
  migrate(sqlite);
  const found = sqlite.prepare("SELECT rowid FROM users_texts WHERE users_texts MATCH ?").pluck();
  expect([found.all('"émi"'), found.all('"exa"')]).toEqual([[1], [1, 2]]);
});

test("files of buyers who had withdrawn before an update stay closed, and their mails unsent", () => {
  const sqlite = empty();
  migrate(sqlite, migrationsBefore(withdrawalLinks));
  const later = Date.now() + 86_400_000;
  sqlite.exec(`
    INSERT INTO products (id, name, slug, price, type, images, features, created_at, updated_at)
      VALUES (1, 'Pack', 'pack', 100, 'digital', '[]', '[]', 0, 0), (2, 'Club', 'club', 1, 'digital', '[]', '[]', 0, 0);
    INSERT INTO orders (id, number, status, currency, total_amount, created_at, updated_at)
      VALUES (1, 'A', 'paid', 'usd', 1, 0, 0), (2, 'B', 'paid', 'usd', 1, 0, 0);
    INSERT INTO order_items (order_id, product_id, name, price, type, files, granted_at, access_from, created_at, updated_at)
      VALUES (1, 1, 'Pack', 1, 'digital', '[]', 1, ${later}, 0, 0),
        (1, 2, 'Club', 1, 'digital', '[]', 1, NULL, 0, 0),
        (2, 1, 'Pack', 1, 'digital', '[]', 1, ${later}, 0, 0);
    INSERT INTO emails (unique_key, kind, recipient, order_id, data, message_id, status, next_attempt_at, created_at, updated_at)
      VALUES ('delivery-later:1:1', 'delivery', 'a', 1, '{}', 'm1', 'queued', ${later}, 0, 0),
        ('delivery-later:2:1', 'delivery', 'b', 2, '{}', 'm2', 'queued', ${later}, 0, 0);
    INSERT INTO withdrawals (order_id, name, email, statement, created_at, updated_at)
      VALUES (1, 'Anna', 'a', 'I withdraw.', 5, 5)`);
  migrate(sqlite);
  const reasons = sqlite.prepare("SELECT revoke_reason FROM order_items ORDER BY id").pluck();
  expect(reasons.all()).toEqual(["withdrawal", null, null]);
  const states = sqlite.prepare("SELECT status FROM emails ORDER BY id").pluck();
  expect(states.all()).toEqual(["dead", "queued"]);
});

test("this program's migrations make a sound database", () => {
  const sqlite = empty();
  sqlite.pragma("foreign_keys = 1");
  migrate(sqlite);
  expect(schemaVersion(sqlite)).toBe(migrations.length);
  expect(sqlite.pragma("integrity_check", { simple: true })).toBe("ok");
  expect(sqlite.pragma("foreign_key_check")).toEqual([]);
});
