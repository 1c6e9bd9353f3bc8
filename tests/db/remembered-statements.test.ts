import Database from "better-sqlite3";
import { expect, onTestFinished, test, vi } from "vitest";
import { rememberStatements } from "../../db/remembered-statements.ts";

function opened() {
  const db = new Database(":memory:");
  onTestFinished(() => void db.close());
  const compile = vi.spyOn(db, "prepare");
  rememberStatements(db);
  return { compile, db };
}

test("a text that SQLite refuses is refused each time", () => {
  const { db } = opened();
  for (let time = 0; time < 2; time++) expect(() => db.prepare("SELEKT 1")).toThrow("syntax error");
});

test("the same text is compiled once, and runs with the values of each call", () => {
  const { db, compile } = opened();
  const doubled = [1, 2, 3].map((n) => db.prepare("SELECT ? * 2 AS n").get(n));
  expect(doubled).toEqual([{ n: 2 }, { n: 4 }, { n: 6 }]);
  expect(compile).toHaveBeenCalledTimes(1);
});

test("who asked for bare values does not change what the next one gets", () => {
  const { db } = opened();
  expect(db.prepare("SELECT 1 AS n").raw().all()).toEqual([[1]]);
  expect(db.prepare("SELECT 1 AS n").all()).toEqual([{ n: 1 }]);
});

test("statements that write are remembered too, inside a transaction and outside", () => {
  const { db, compile } = opened();
  db.exec("CREATE TABLE t (n UNIQUE)");
  const insert = (n: number) => db.prepare("INSERT INTO t VALUES (?)").run(n);
  insert(1);
  db.transaction(() => insert(2))();
  expect(() => db.transaction(() => [insert(3), insert(1)])()).toThrow("UNIQUE");
  expect(db.prepare("SELECT n FROM t").raw().all()).toEqual([[1], [2]]);
  const inserts = compile.mock.calls.filter(([source]) => source.startsWith("INSERT"));
  expect(inserts).toHaveLength(1);
});

test("no more than 500 are kept, and the oldest goes first", () => {
  const { db, compile } = opened();
  for (let n = 0; n <= 500; n++) db.prepare(`SELECT ${n}`);
  db.prepare("SELECT 500");
  expect(compile).toHaveBeenCalledTimes(501);
  db.prepare("SELECT 0");
  expect(compile).toHaveBeenCalledTimes(502);
});
