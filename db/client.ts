import Database from "better-sqlite3";
import { type BetterSQLite3Database, drizzle } from "drizzle-orm/better-sqlite3";
import { migrate } from "./migrate.ts";
import { rememberStatements } from "./remembered-statements.ts";
import * as schema from "./schema.ts";

const BUSY_TIMEOUT_MS = 5000;

type Connection = {
  /** The raw connection: for statements prepared once, the rate limiter and backups. */
  sqlite: Database.Database;
};
type Drizzle = BetterSQLite3Database<typeof schema>;

/** The handle that reads; writes go through `write` alone. */
export type Reader = Drizzle & Connection;
export type Transaction = Parameters<Parameters<Drizzle["transaction"]>[0]>[0] & Connection;

export type Db = Reader & {
  /**
   * Runs `work` in one immediate transaction and returns its result; everything or nothing is
   * stored. `work` is synchronous: a promise is refused, and nothing is stored.
   */
  write: <Result>(work: (tx: Transaction) => Result) => Result;
  /** How many transactions `write` has begun: unchanged means that nothing changed through it. */
  writeCount: () => number;
  close: () => void;
};

/** Opens a database file (or ":memory:"), sets and proves its safety settings, and migrates it. */
export function openDatabase(path: string): Db {
  const sqlite = new Database(path);
  try {
    applySettings(sqlite, path);
    migrate(sqlite);
  } catch (error) {
    sqlite.close();
    throw error;
  }
  const reader = Object.assign(drizzle(rememberStatements(sqlite), { schema }), { sqlite });
  let writes = 0;
  return Object.assign(reader, {
    write<Result>(work: (tx: Transaction) => Result): Result {
      writes++;
      return reader.transaction((tx) => work(Object.assign(tx, { sqlite })), {
        behavior: "immediate",
      });
    },
    writeCount: () => writes,
    close: () => void sqlite.close(),
  });
}

/**
 * A paid order must outlive a power cut, so synchronous stays FULL. Settings belong to a connection
 * and can be refused silently (WAL on network disks), so each is read back.
 */
function applySettings(sqlite: Database.Database, path: string): void {
  const journalMode = path === ":memory:" ? "memory" : "wal";
  const wanted = {
    busy_timeout: BUSY_TIMEOUT_MS,
    journal_mode: journalMode,
    synchronous: 2,
    foreign_keys: 1,
    // What a statement needs to undo itself alone; a file for it costs more than the statement.
    temp_store: 2,
    recursive_triggers: 1,
    trusted_schema: 0,
  };
  for (const [name, value] of Object.entries(wanted)) {
    sqlite.pragma(`${name} = ${value}`);
    const actual = sqlite.pragma(name, { simple: true });
    if (actual !== value) throw new Error(`SQLite refused ${name} = ${value}: it says ${actual}.`);
  }
}
