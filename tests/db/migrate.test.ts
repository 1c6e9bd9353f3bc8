import Database from "better-sqlite3";
import { describe, expect, onTestFinished, test } from "vitest";
import { migrate, schemaVersion } from "../../db/migrate.ts";
import { migrations } from "../../db/migrations/index.ts";

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

describe("refused", () => {
  test("a database of a newer program, which stays as it is", () => {
    const sqlite = empty();
    sqlite.exec(ONE);
    sqlite.pragma("user_version = 3");
    expect(() => migrate(sqlite, [ONE, TWO])).toThrow(
      "The database has schema 3, this program knows 2.",
    );
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
});

test("each migration runs once, in order, however often the program starts", () => {
  const sqlite = empty();
  for (let i = 0; i < 3; i++) migrate(sqlite, [ONE, TWO]);
  expect(sqlite.prepare("SELECT name FROM one").pluck().all()).toEqual(["first"]);
  expect(schemaVersion(sqlite)).toBe(2);
});

test("a database of an older program gets what it lacks, and keeps its rows", () => {
  const sqlite = empty();
  migrate(sqlite, [ONE]);
  sqlite.exec("INSERT INTO one DEFAULT VALUES");
  migrate(sqlite, [ONE, TWO, THREE]);
  expect(sqlite.prepare("SELECT id, name FROM one").raw().all()).toEqual([
    [1, null],
    [2, "first"],
  ]);
  expect(schemaVersion(sqlite)).toBe(3);
});

test("codes that were asked for before an update still work after it", () => {
  const sqlite = empty();
  migrate(sqlite, migrations.slice(0, 2));
  sqlite.exec(`INSERT INTO one_time_codes (email, code_hash, browser_hash, created_at, expires_at)
    VALUES ('a@example.com', 'the-seed', 'b', 0, 1)`);
  migrate(sqlite);
  expect(sqlite.prepare("SELECT seed FROM one_time_codes").pluck().all()).toEqual(["the-seed"]);
});

test("this program's migrations make a sound database", () => {
  const sqlite = empty();
  sqlite.pragma("foreign_keys = 1");
  migrate(sqlite);
  expect(schemaVersion(sqlite)).toBe(migrations.length);
  expect(sqlite.pragma("integrity_check", { simple: true })).toBe("ok");
  expect(sqlite.pragma("foreign_key_check")).toEqual([]);
});
