import Database from "better-sqlite3";
import { type BetterSQLite3Database, drizzle } from "drizzle-orm/better-sqlite3";
import { migrate } from "./migrate.ts";
import * as schema from "./schema.ts";

const BUSY_TIMEOUT_MS = 5000;

/** The handle that reads; writes go through `write` alone. */
export type Reader = BetterSQLite3Database<typeof schema>;
export type Transaction = Parameters<Parameters<Reader["transaction"]>[0]>[0];

export type Db = Reader & {
  /**
   * Runs `work` in one immediate transaction and returns its result; everything or nothing is
   * stored. `work` is synchronous: a promise is refused, and nothing is stored.
   */
  write: <Result>(work: (tx: Transaction) => Result) => Result;
  /** The raw connection: for the rate limiter, backups and the benchmark. */
  sqlite: Database.Database;
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
  const reader: Reader = drizzle(sqlite, { schema });
  return Object.assign(reader, {
    write: <Result>(work: (tx: Transaction) => Result) =>
      reader.transaction(work, { behavior: "immediate" }),
    sqlite,
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
    recursive_triggers: 1,
    trusted_schema: 0,
  };
  for (const [name, value] of Object.entries(wanted)) {
    sqlite.pragma(`${name} = ${value}`);
    const actual = sqlite.pragma(name, { simple: true });
    if (actual !== value) throw new Error(`SQLite refused ${name} = ${value}: it says ${actual}.`);
  }
}
