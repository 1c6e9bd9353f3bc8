import { readFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, onTestFinished, test } from "vitest";
import {
  type Db,
  openDatabase,
  openReader,
  REPLICATED_CHECKPOINT_PAGES,
  type Transaction,
} from "../../db/client.ts";
import { eraseRow, insertRow } from "../../db/record.ts";
import { changes, users } from "../../db/schema.ts";
import { isUnwritable } from "../../db/unwritable.ts";
import { temporaryFolder } from "../support/data-folder.ts";

const AUTHOR = { actor: "test", now: new Date(1000) };
const EMAIL = "a@example.com";

function open(path = ":memory:"): Db {
  const db = openDatabase(path);
  onTestFinished(db.close);
  return db;
}

function beside(path: string) {
  const reader = openReader(path);
  onTestFinished(reader.close);
  return reader;
}

const filePath = () => join(temporaryFolder(), "shop.sqlite");

const addUser = (tx: Transaction, email = EMAIL) => void insertRow(tx, users, { email }, AUTHOR);
const emailsIn = (db: Pick<Db, "select">) =>
  db
    .select()
    .from(users)
    .all()
    .map(({ email }) => email);
const failHalfWay = (db: Db) =>
  db.write((tx) => {
    addUser(tx);
    throw new Error("half way");
  });

describe("refused", () => {
  test("a promise inside a transaction, with nothing stored", () => {
    const db = open();
    expect(() => db.write(async (tx) => addUser(tx))).toThrow(/promise/);
    expect([emailsIn(db), db.select().from(changes).all()]).toEqual([[], []]);
    expect(db.sqlite.inTransaction).toBe(false);
  });

  test("a file that is no database, and one in a directory that does not exist", async () => {
    const path = filePath();
    expect(() => openDatabase(join(path, "nowhere", "shop.sqlite"))).toThrow();
    await Bun.write(path, "This is a letter to grandmother, not a database. ".repeat(100));
    expect(() => openDatabase(path)).toThrow(/not a database/);
  });
});

describe("a commit", () => {
  const heard = (db: Db) => {
    const commits: string[][] = [];
    db.onCommit((tables) => commits.push([...tables].toSorted()));
    return commits;
  };

  test("is told once to each listener, with the tables whose rows have changed", () => {
    const db = open();
    const commits = [heard(db), heard(db)];
    db.write((tx) => addUser(tx));
    expect(commits).toEqual([[["users"]], [["users"]]]);
  });

  test("is not told when nothing was stored, or nothing that is recorded", () => {
    const db = open();
    const commits = heard(db);
    expect(() => failHalfWay(db)).toThrow("half way");
    db.write((tx) => tx.select().from(users).all());
    expect(commits).toEqual([]);
  });

  test("is told after it is there for every other connection", () => {
    const path = filePath();
    const [db, other] = [open(path), open(path)];
    let seen: string[] = [];
    db.onCommit(() => (seen = emailsIn(other)));
    db.write((tx) => addUser(tx));
    expect(seen).toEqual([EMAIL]);
  });
});

test("a database file has its safety settings and all that was written, each time it is opened", () => {
  const path = filePath();
  const settings = {
    journal_mode: "wal",
    synchronous: 2,
    foreign_keys: 1,
    busy_timeout: 5000,
    recursive_triggers: 1,
    trusted_schema: 0,
    temp_store: 2,
    wal_autocheckpoint: 1000,
    integrity_check: "ok",
  };
  for (const emails of [[], [EMAIL]]) {
    const db = openDatabase(path);
    for (const [name, value] of Object.entries(settings)) {
      expect(db.sqlite.pragma(name, { simple: true }), name).toBe(value);
    }
    expect(emailsIn(db)).toEqual(emails);
    if (emails.length === 0) db.write((tx) => addUser(tx));
    db.close();
  }
});

test("an erased row is in no page of the file", () => {
  const path = filePath();
  const db = open(path);
  const emails = Array.from({ length: 200 }, (_, nth) => `row-${nth}@example.com`);
  db.write((tx) => emails.forEach((email) => addUser(tx, email)));
  const isInFile = (email: string) => {
    db.sqlite.pragma("wal_checkpoint(TRUNCATE)");
    return readFileSync(path).includes(email);
  };
  expect(isInFile("row-77@")).toBe(true);
  db.write((tx) => eraseRow(tx, users, 78, AUTHOR));
  expect([isInFile("row-77@"), isInFile("row-78@")]).toEqual([false, true]);
});

test("a transaction takes the write lock at its start, not in its middle", () => {
  const path = filePath();
  const [first, second] = [open(path), open(path)];
  second.sqlite.pragma("busy_timeout = 0");
  first.write(() => {
    expect(() => second.write(() => "never")).toThrow(/locked/);
  });
  expect(second.write(() => "now")).toBe("now");
});

test("beside what copies its log away, a database takes the log in when that has stopped", () => {
  const path = filePath();
  const db = openDatabase(path, { isReplicated: true });
  onTestFinished(db.close);
  const setting = db.sqlite.pragma("wal_autocheckpoint", { simple: true });
  expect(setting).toBe(REPLICATED_CHECKPOINT_PAGES);
  expect(REPLICATED_CHECKPOINT_PAGES * 4096).toBe(64 * 1024 * 1024);
});

describe("where nothing can be written", () => {
  const codeOf = (write: () => unknown) => {
    try {
      write();
    } catch (error) {
      if (isUnwritable(error)) return error.code;
      throw error;
    }
    return "written";
  };

  test("because of a lock, one write waits for it in full, those after it do not", () => {
    const path = filePath();
    const [db, other] = [open(path), open(path)];
    db.sqlite.pragma("busy_timeout = 300");
    other.sqlite.exec("BEGIN IMMEDIATE");
    const waitOf = () => {
      const startedAt = performance.now();
      expect(codeOf(() => db.write((tx) => addUser(tx)))).toBe("SQLITE_BUSY");
      return performance.now() - startedAt;
    };
    expect(waitOf()).toBeGreaterThan(250);
    expect(waitOf()).toBeLessThan(200);
    expect(emailsIn(db)).toEqual([]);
    other.sqlite.exec("ROLLBACK");
    db.write((tx) => addUser(tx));
    expect(db.sqlite.pragma("busy_timeout", { simple: true })).toBe(5000);
    expect(emailsIn(db)).toEqual([EMAIL]);
  });

  test("because the disk is full, nothing of a transaction is stored, and the next one goes well", () => {
    const db = open(filePath());
    const fill = (tx: Transaction) => {
      for (let n = 0; n < 2000; n++) addUser(tx, `${n}@example.com`);
    };
    const pages = Number(db.sqlite.pragma("page_count", { simple: true }));
    db.sqlite.pragma(`max_page_count = ${pages + 10}`);
    expect(codeOf(() => db.write(fill))).toBe("SQLITE_FULL");
    expect([emailsIn(db), db.sqlite.inTransaction]).toEqual([[], false]);
    db.sqlite.pragma(`max_page_count = ${pages * 100}`);
    expect(codeOf(() => db.write(fill))).toBe("written");
    expect(emailsIn(db).length).toBe(2000);
  });

  test("is no word for a mistake in what is written", () => {
    const db = open();
    db.write((tx) => addUser(tx));
    expect(() => codeOf(() => db.write((tx) => addUser(tx)))).toThrow(/UNIQUE/);
  });
});

describe("a reader", () => {
  test("cannot write, neither rows nor tables", () => {
    const path = filePath();
    open(path);
    const reader = beside(path);
    const row = { email: EMAIL, createdAt: AUTHOR.now, updatedAt: AUTHOR.now };
    expect(() => reader.insert(users).values(row).run()).toThrow(/readonly/);
    expect(() => reader.sqlite.exec("DROP TABLE users")).toThrow(/readonly/);
  });

  test("reads a file as it is: none is made, and an old one is not migrated", () => {
    const path = filePath();
    expect(() => openReader(path)).toThrow(/unable to open|does not exist/);
    new Database(path).close();
    const tables = beside(path).sqlite.prepare("SELECT count(*) FROM sqlite_schema");
    expect(tables.pluck().get()).toBe(0);
  });
});
