import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, onTestFinished, test } from "vitest";
import { type Db, openDatabase, openReader } from "../../db/client.ts";
import { insertRow } from "../../db/record.ts";
import { changes, users } from "../../db/schema.ts";

const AUTHOR = { actor: "test", now: new Date(1000) };

function open(path = ":memory:"): Db {
  const db = openDatabase(path);
  onTestFinished(db.close);
  return db;
}

function filePath(): string {
  const directory = mkdtempSync(join(tmpdir(), "papercub-db-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return join(directory, "shop.sqlite");
}

describe("refused", () => {
  test("a promise inside a transaction, with nothing stored", () => {
    const db = open();
    const asynchronous = () =>
      db.write(async (tx) => {
        insertRow(tx, users, { email: "a@example.com" }, AUTHOR);
      });
    expect(asynchronous).toThrow(/promise/);
    expect(db.select().from(users).all()).toEqual([]);
    expect(db.select().from(changes).all()).toEqual([]);
    expect(db.sqlite.inTransaction).toBe(false);
  });

  test("an error inside a transaction, with nothing stored and the next one free", () => {
    const db = open();
    const failing = () =>
      db.write((tx) => {
        insertRow(tx, users, { email: "a@example.com" }, AUTHOR);
        throw new Error("half way");
      });
    expect(failing).toThrow("half way");
    expect(db.select().from(users).all()).toEqual([]);
    db.write((tx) => insertRow(tx, users, { email: "b@example.com" }, AUTHOR));
    expect(db.select().from(users).all()).toHaveLength(1);
  });

  test("a file that is no database", async () => {
    const path = filePath();
    await Bun.write(path, "This is a letter to grandmother, not a database. ".repeat(100));
    expect(() => openDatabase(path)).toThrow(/not a database/);
  });

  test("a directory that does not exist", () => {
    expect(() => openDatabase(join(filePath(), "nowhere", "shop.sqlite"))).toThrow();
  });
});

describe("a commit", () => {
  const heard = (db: Db) => {
    const commits: string[][] = [];
    db.onCommit((tables) => commits.push([...tables].toSorted()));
    return commits;
  };
  const addUser = (db: Db) =>
    db.write((tx) => void insertRow(tx, users, { email: "a@example.com" }, AUTHOR));

  test("is told once to each listener, with the tables whose rows have changed", () => {
    const db = open();
    const [one, other] = [heard(db), heard(db)];
    addUser(db);
    expect([one, other]).toEqual([[["users"]], [["users"]]]);
  });

  test("is not told when nothing was stored, or nothing that is recorded", () => {
    const db = open();
    const commits = heard(db);
    const failing = () =>
      db.write((tx) => {
        insertRow(tx, users, { email: "a@example.com" }, AUTHOR);
        throw new Error("half way");
      });
    expect(failing).toThrow("half way");
    db.write((tx) => tx.select().from(users).all());
    expect(commits).toEqual([]);
  });

  test("is told after it is there for every other connection", () => {
    const path = filePath();
    const [db, other] = [open(path), open(path)];
    let seen = 0;
    db.onCommit(() => (seen = other.select().from(users).all().length));
    addUser(db);
    expect(seen).toBe(1);
  });
});

describe("a database file", () => {
  test.each([
    ["journal_mode", "wal"],
    ["synchronous", 2],
    ["foreign_keys", 1],
    ["busy_timeout", 5000],
    ["recursive_triggers", 1],
    ["trusted_schema", 0],
    ["temp_store", 2],
  ])("has %s = %s, also when it is opened again", (name, value) => {
    const path = filePath();
    for (let i = 0; i < 2; i++) {
      expect(open(path).sqlite.pragma(name, { simple: true })).toBe(value);
    }
  });

  test("keeps what was written when it is opened again", () => {
    const path = filePath();
    const first = openDatabase(path);
    first.write((tx) => insertRow(tx, users, { email: "a@example.com" }, AUTHOR));
    first.close();
    expect(open(path).select().from(users).all()).toMatchObject([{ email: "a@example.com" }]);
  });

  test("takes the write lock at the start of a transaction, not in its middle", () => {
    const path = filePath();
    const first = open(path);
    const second = open(path);
    second.sqlite.pragma("busy_timeout = 0");
    first.write(() => {
      expect(() => second.write(() => "never")).toThrow(/locked/);
    });
    expect(second.write(() => "now")).toBe("now");
  });

  test("is read by others while one writes, as it was before", () => {
    const path = filePath();
    const first = open(path);
    const second = open(path);
    first.write((tx) => {
      insertRow(tx, users, { email: "a@example.com" }, AUTHOR);
      expect(second.select().from(users).all()).toEqual([]);
    });
    expect(second.select().from(users).all()).toHaveLength(1);
  });

  test("passes SQLite's own check", () => {
    expect(open(filePath()).sqlite.pragma("integrity_check", { simple: true })).toBe("ok");
  });
});

describe("a reader", () => {
  const emails = (reader: Pick<Db, "select">) =>
    reader.select({ email: users.email }).from(users).all();

  function beside(path: string) {
    const reader = openReader(path);
    onTestFinished(reader.close);
    return reader;
  }

  test("sees what the store has committed, and nothing of what it is about to", () => {
    const path = filePath();
    const db = open(path);
    const reader = beside(path);
    db.write((tx) => {
      insertRow(tx, users, { email: "a@example.com" }, AUTHOR);
      expect(emails(reader)).toEqual([]);
    });
    expect(emails(reader)).toEqual([{ email: "a@example.com" }]);
  });

  test("cannot write, neither rows nor tables", () => {
    const path = filePath();
    open(path);
    const reader = beside(path);
    const now = new Date(1000);
    const row = { email: "a@example.com", createdAt: now, updatedAt: now };
    expect(() => reader.insert(users).values(row).run()).toThrow(/readonly/);
    expect(() => reader.sqlite.exec("DROP TABLE users")).toThrow(/readonly/);
  });

  test("reads a file as it is: none is made, and an old one is not migrated", () => {
    const path = filePath();
    expect(() => openReader(path)).toThrow(/unable to open|does not exist/);
    new Database(path).close();
    const reader = beside(path);
    expect(reader.sqlite.prepare("SELECT count(*) FROM sqlite_schema").pluck().get()).toBe(0);
  });
});

test("write returns what its work returns", () => {
  expect(open().write(() => ({ answer: 42 }))).toEqual({ answer: 42 });
});
