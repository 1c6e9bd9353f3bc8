import Database from "better-sqlite3";
import { max } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "../../db/client.ts";
import { beginEpoch, epochOf, highestId } from "../../db/epoch.ts";
import { migrate, schemaVersion } from "../../db/migrate.ts";
import { migrations } from "../../db/migrations/index.ts";
import { storeFacts } from "../../db/migrations/store-facts.ts";
import { deleteRow, insertRow, restoreRow, updateRow } from "../../db/record.ts";
import { contactSubmissions } from "../../db/buyer-schema.ts";
import { changes, users } from "../../db/schema.ts";
import { migrationsBefore } from "../support/migrated-database.ts";
import { migratedDatabase } from "../support/migrated-database.ts";

const NOW = new Date("2026-11-21T12:00:00.000Z");
const AUTHOR = { actor: "test", now: NOW };
/** `NOW` as the epoch's clock value: hundredths of a second since the start of 2026. */
const BY_CLOCK = 2_803_680_000;

/** Opens a database with one user row that was updated once. */
function open() {
  const db = openDatabase(migratedDatabase());
  onTestFinished(db.close);
  db.write((tx) => {
    const { id } = insertRow(tx, users, { email: "a@example.com" }, AUTHOR);
    updateRow(tx, users, id, { name: "Anna" }, AUTHOR);
  });
  const begin = (seen = 0, now = NOW) => {
    beginEpoch(db.sqlite, { seen, now });
    return epochOf(db);
  };
  return { db, begin };
}

test("an epoch is above the clock, both databases and the epoch before", () => {
  const { db, begin } = open();
  expect(epochOf(db)).toBe(0);
  expect(begin()).toBe(BY_CLOCK + 1);
  expect(begin(0, new Date(NOW.getTime() + 1000))).toBe(BY_CLOCK + 101);
  expect(begin(3 * BY_CLOCK)).toBe(3 * BY_CLOCK + 1);
  // The epoch increases even if the clock went backwards.
  expect(begin(0, new Date(0))).toBe(3 * BY_CLOCK + 2);
});

test("new ids are above the epoch, also in empty tables", () => {
  const { db, begin } = open();
  const epoch = begin();
  const message = { email: "a@example.com", name: "Anna", message: "Ten letters or more." };
  const [user, contact] = db.write((tx) => [
    insertRow(tx, users, { email: "b@example.com" }, AUTHOR),
    insertRow(tx, contactSubmissions, message, AUTHOR),
  ]);
  expect([user?.id, contact?.id]).toEqual([epoch + 1, epoch + 1]);
  const newest = db
    .select({ id: max(changes.id) })
    .from(changes)
    .get();
  expect(newest).toEqual({ id: epoch + 2 });
  expect(highestId(db.sqlite)).toBe(epoch + 2);
});

test("every table that assigns ids continues above the epoch", () => {
  const { db, begin } = open();
  const epoch = begin();
  const sequences = db.sqlite.prepare("SELECT name, seq FROM sqlite_sequence").raw().all();
  const tables = db.sqlite
    .prepare("SELECT name, ? FROM sqlite_schema WHERE sql LIKE '%PRIMARY KEY AUTOINCREMENT%'")
    .raw()
    .all(epoch);
  expect(tables.length).toBeGreaterThan(15);
  expect(sequences).toEqual(tables);
});

test("a changed row gets a version above the epoch, and an unchanged row keeps its version", () => {
  const { db, begin } = open();
  const epoch = begin();
  const stored = () => db.select({ version: users.version }).from(users).all();
  expect(stored()).toEqual([{ version: 2 }]);
  const change = (name: string) => db.write((tx) => updateRow(tx, users, 1, { name }, AUTHOR));
  expect([change("Ben").version, change("Carl").version]).toEqual([epoch + 1, epoch + 2]);
  const later = begin();
  const kept = { id: 1, email: "a@example.com", version: 2, is_admin: false };
  db.write((tx) => {
    deleteRow(tx, users, 1, AUTHOR);
    restoreRow(tx, users, { ...kept, created_at: NOW, updated_at: NOW }, AUTHOR);
  });
  expect(stored()).toEqual([{ version: later + 1 }]);
});

test("a database without the table of facts is migrated first", () => {
  const sqlite = new Database(":memory:");
  onTestFinished(() => void sqlite.close());
  migrate(sqlite, migrationsBefore(storeFacts));
  beginEpoch(sqlite, { seen: 0, now: NOW });
  expect([epochOf({ sqlite }), schemaVersion(sqlite)]).toEqual([BY_CLOCK + 1, migrations.length]);
});
