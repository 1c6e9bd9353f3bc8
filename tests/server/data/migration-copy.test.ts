import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import Database from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { migrate, schemaVersion } from "../../../db/migrate.ts";
import { migrations } from "../../../db/migrations/index.ts";
import { loadConfig } from "../../../server/config.ts";
import { pathsOf } from "../../../server/data/data-dir.ts";
import { openStore } from "../../../server/data/open-store.ts";
import { dataFolder } from "../../support/data-folder.ts";

const NEWEST = migrations.length;
/** Larger than any disk; the file is sparse. */
const HUGE_BYTES = 15_000_000_000_000;

/** Creates a data folder whose database has this schema version and one user. */
function oldFolder(version: number) {
  const dataDir = dataFolder();
  const { database, backups } = pathsOf(dataDir);
  mkdirSync(dirname(database), { recursive: true });
  const sqlite = new Database(database);
  sqlite.pragma("journal_mode = WAL");
  migrate(sqlite, migrations.slice(0, version));
  sqlite.exec("INSERT INTO users (email, created_at, updated_at) VALUES ('a@example.com', 0, 0)");
  sqlite.close();
  return { dataDir, database, backups };
}

async function start(dataDir: string): Promise<void> {
  const store = await openStore(loadConfig({ DEMO: "1", DATA_DIR: dataDir }));
  store.db.close();
}

/** Returns the schema version and the user emails of a database. */
function read(path: string) {
  const sqlite = new Database(path, { readonly: true });
  onTestFinished(() => void sqlite.close());
  const users = sqlite.prepare("SELECT email FROM users").pluck().all();
  return [schemaVersion(sqlite), users];
}
const copiesIn = (backups: string) => (existsSync(backups) ? readdirSync(backups) : []);

test("where the copy has no room nothing is migrated, and the start says what to do", async () => {
  const { dataDir, database, backups } = oldFolder(NEWEST - 1);
  truncateSync(database, HUGE_BYTES);
  await expect(start(dataDir)).rejects.toThrow(
    /DATA_DIR: the database is copied before .* are needed in .* are free: make room, then start again/,
  );
  expect([read(database)[0], copiesIn(backups)]).toEqual([NEWEST - 1, []]);
});

test("a copy that can't be written leaves nothing of itself, and nothing is migrated", async () => {
  const { dataDir, database, backups } = oldFolder(NEWEST - 1);
  mkdirSync(join(backups, `before-schema-${NEWEST}.sqlite`), { recursive: true });
  await expect(start(dataDir)).rejects.toThrow(`DATA_DIR: ${dataDir} must be a folder`);
  expect(read(database)).toEqual([NEWEST - 1, ["a@example.com"]]);
  expect(copiesIn(backups)).toEqual([`before-schema-${NEWEST}.sqlite`]);
});

test("a new database and one of this schema are not copied", async () => {
  const dataDir = dataFolder();
  for (let starts = 0; starts < 2; starts++) await start(dataDir);
  expect(copiesIn(pathsOf(dataDir).backups)).toEqual([]);
});

test("a database of an older schema is copied whole before it is migrated", async () => {
  const { dataDir, database, backups } = oldFolder(NEWEST - 2);
  await start(dataDir);
  const name = `before-schema-${NEWEST - 1}.sqlite`;
  expect(copiesIn(backups)).toEqual([name]);
  expect(read(join(backups, name))).toEqual([NEWEST - 2, ["a@example.com"]]);
  expect(read(database)).toEqual([NEWEST, ["a@example.com"]]);
  expect(statSync(join(backups, name)).mode & 0o777).toBe(0o600);
});

test("what a crash has left of a transaction is taken back before the copy", async () => {
  const { dataDir, database, backups } = oldFolder(NEWEST - 1);
  const sqlite = new Database(database);
  sqlite.pragma("journal_mode = DELETE");
  // Makes SQLite spill uncommitted pages to disk.
  sqlite.pragma("cache_size = 1");
  sqlite.exec("BEGIN; UPDATE users SET email = 'half@example.com'");
  const add = sqlite.prepare("INSERT INTO users (email, created_at, updated_at) VALUES (?, 0, 0)");
  for (let nth = 0; nth < 1000; nth++) add.run(`${"x".repeat(200)}${nth}@example.com`);
  const left = [database, `${database}-journal`].map((path) => [path, readFileSync(path)] as const);
  sqlite.exec("ROLLBACK");
  sqlite.close();
  for (const [path, bytes] of left) writeFileSync(path, bytes);
  await start(dataDir);
  const copy = read(join(backups, `before-schema-${NEWEST}.sqlite`));
  expect([copy, read(database)]).toEqual([
    [NEWEST - 1, ["a@example.com"]],
    [NEWEST, ["a@example.com"]],
  ]);
});

test("the newest two copies are kept, by their number", async () => {
  const { dataDir, backups } = oldFolder(NEWEST - 1);
  mkdirSync(backups);
  for (const number of [2, 9, 10])
    writeFileSync(join(backups, `before-schema-${number}.sqlite`), "");
  await start(dataDir);
  const kept = ["before-schema-10.sqlite", `before-schema-${NEWEST}.sqlite`];
  expect(copiesIn(backups).toSorted()).toEqual(kept.toSorted());
});
