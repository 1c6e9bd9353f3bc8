import Database from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { findForeignSchema } from "../../db/foreign-schema.ts";
import { migrate } from "../../db/migrate.ts";
import { migrations } from "../../db/migrations/index.ts";

function open(schema = migrations.length): Database.Database {
  const sqlite = new Database(":memory:");
  onTestFinished(() => void sqlite.close());
  migrate(sqlite, migrations.slice(0, schema));
  return sqlite;
}

const FOREIGN: [what: string, sql: string, says: string][] = [
  [
    "a trigger",
    "CREATE TRIGGER welcome AFTER INSERT ON users BEGIN UPDATE users SET is_admin = 1; END",
    'trigger "welcome" was not made by Papercub',
  ],
  ["a view", "CREATE VIEW emails_of AS SELECT email FROM users", 'view "emails_of" was not made'],
  ["an index", "CREATE INDEX by_name ON users (name DESC)", 'index "by_name" was not made'],
  ["a table", "CREATE TABLE notes (text TEXT)", 'table "notes" was not made'],
  [
    "a trigger on a table of Litestream",
    `CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER);
     CREATE TRIGGER _litestream_lock AFTER INSERT ON _litestream_seq BEGIN DELETE FROM users; END`,
    'trigger "_litestream_lock" was not made',
  ],
  ["an index too few", "DROP INDEX sessions_user", 'index "sessions_user" is missing'],
  [
    "a column that is another",
    `PRAGMA writable_schema = 1; UPDATE sqlite_schema
     SET sql = replace(sql, 'is_admin INTEGER NOT NULL DEFAULT 0', 'is_admin INTEGER NOT NULL DEFAULT 1')
     WHERE name = 'users'`,
    'table "users" was changed',
  ],
];

test.each(FOREIGN)("%s is found", (_, sql, says) => {
  const sqlite = open();
  sqlite.unsafeMode().exec(sql);
  expect(findForeignSchema(sqlite)).toContain(says);
});

test("a database of any older schema has no difference", () => {
  const sqlite = open(0);
  for (let schema = 1; schema <= migrations.length; schema++) {
    migrate(sqlite, migrations.slice(0, schema));
    expect([schema, findForeignSchema(sqlite)]).toEqual([schema, undefined]);
  }
});

test("a database of a newer program is not checked", () => {
  const sqlite = open();
  sqlite.exec(`PRAGMA user_version = ${migrations.length + 1}; CREATE VIEW next AS SELECT 1`);
  expect(findForeignSchema(sqlite)).toBeUndefined();
});
