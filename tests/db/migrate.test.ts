import Database from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { migrate, schemaVersion } from "../../db/migrate.ts";
import { migrations } from "../../db/migrations/index.ts";
import { offerFeatures } from "../../db/migrations/offer-features.ts";
import { searchIndex } from "../../db/migrations/search-index.ts";
import { sortKeys } from "../../db/migrations/sort-keys.ts";
import { taxSums } from "../../db/migrations/tax-sums.ts";
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

test("the texts of the demo's offers become features of their products, with the owner's words", () => {
  const sqlite = empty();
  migrate(sqlite, migrationsBefore(offerFeatures));
  const add = sqlite.prepare(`INSERT INTO products (name, slug, price, images, type, features,
    created_at, updated_at) VALUES (?, ?, 900, '[]', 'digital', ?, 0, 0)`);
  const names = ["Color Workbook", "Color Workbook for Kids", "Weekend Pack"];
  for (const name of names) add.run(name, name, '["A4"]');
  sqlite.exec(`INSERT INTO texts (name, value, created_at, updated_at) VALUES
    ('funnel.upsell2.bonus', 'With "stars"', 0, 0), ('funnel.downsell.bonus', '', 0, 0)`);
  migrate(sqlite);
  const stored = sqlite.prepare("SELECT features FROM products ORDER BY id").pluck().all();
  expect(stored).toEqual(['["A4","With \\"stars\\""]', '["80 pages","A4"]', '["A4"]']);
  expect(sqlite.prepare("SELECT name FROM texts").pluck().all()).toEqual([]);
});

test("payments and refunds before the sums of tax are summed, those of renewals apart", () => {
  const sqlite = empty();
  migrate(sqlite, migrationsBefore(taxSums));
  const day = 86_400_000;
  sqlite.exec(`INSERT INTO orders (id, number, status, currency, total_amount, paid_at, created_at,
      updated_at) VALUES (1, 'A', 'paid', 'usd', 900, ${10 * day}, 0, 0);
    UPDATE orders SET refunded_amount = 300, updated_at = ${12 * day};
    INSERT INTO renewals (id, order_id, payment_intent_id, currency, amount, paid_at)
      VALUES (7, 1, 'pi', 'usd', 900, ${40 * day});
    UPDATE renewals SET refunded_amount = 200, refunded_at = ${41 * day};
    DELETE FROM stale_days`);
  migrate(sqlite);
  const stale = sqlite.prepare("SELECT day FROM stale_days ORDER BY day").pluck().all();
  expect(stale).toEqual([10, 12, 40, 41]);
  const refunds = sqlite.prepare("SELECT renewal_id, amount FROM refund_entries ORDER BY id");
  expect(refunds.raw().all()).toEqual([
    [null, 300],
    [7, 200],
  ]);
});

test("this program's migrations make a sound database", () => {
  const sqlite = empty();
  sqlite.pragma("foreign_keys = 1");
  migrate(sqlite);
  expect(schemaVersion(sqlite)).toBe(migrations.length);
  expect(sqlite.pragma("integrity_check", { simple: true })).toBe("ok");
  expect(sqlite.pragma("foreign_key_check")).toEqual([]);
});
