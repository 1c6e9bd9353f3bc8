import Database from "better-sqlite3";
import { type BetterSQLite3Database, drizzle } from "drizzle-orm/better-sqlite3";
import { addFoldText } from "./fold-text.ts";
import { migrate } from "./migrate.ts";
import { cacheStatements } from "./statements.ts";
import * as schema from "./schema.ts";
import { addSortKey } from "./sort-key.ts";

/** How long a write waits for another process's: each wait stops everything else on this thread. */
const BUSY_TIMEOUT_MS = 5000;
/** The upper levels of all indexes, for each connection that stays; the rest is in the system's cache. */
export const CACHE_KIB = 4000;
/** From the first write that waited in vain to the first one that went through. */
const IMPATIENT_MS = 50;
/** Pages in the write-ahead log at which SQLite itself takes them into the database. */
const CHECKPOINT_PAGES = 1000;
/** Beside Litestream, which does that; what passes this it has stopped to do (decision: replica). */
export const REPLICATED_CHECKPOINT_PAGES = 16_384;

type Connection = {
  /** The raw connection: for statements prepared once, the rate limiter and backups. */
  sqlite: Database.Database;
};
type Drizzle = BetterSQLite3Database<typeof schema>;

/** The handle that reads; writes go through `write` alone. */
export type Reader = Drizzle & Connection;
export type Transaction = Parameters<Parameters<Drizzle["transaction"]>[0]>[0] &
  Connection & {
    /** The tables of the rows that it has recorded a change of. */
    touched: Set<string>;
  };

export type Db = Reader & {
  /**
   * Runs `work` in one immediate transaction and returns its result; everything or nothing is
   * stored. `work` is synchronous: a promise is refused, and nothing is stored.
   */
  write: <Result>(work: (tx: Transaction) => Result) => Result;
  /** The same without a wait for another process that is writing: throws SQLITE_BUSY then. */
  writeAtOnce: <Result>(work: (tx: Transaction) => Result) => Result;
  /**
   * Calls `listener` after each transaction of `write` that has changed recorded rows, with the names
   * of their tables; not for one that failed, and not for those of other processes. It must not throw.
   */
  onCommit: (listener: (tables: ReadonlySet<string>) => void) => void;
  close: () => void;
};

type Options = {
  /** Litestream copies the write-ahead log, and takes it into the database when it has. */
  isReplicated?: boolean;
};

/**
 * Opens a database file, ":memory:", or the bytes of a database, which stays in memory then. Sets and
 * proves its safety settings, and migrates it.
 */
export function openDatabase(path: string | Buffer, { isReplicated = false }: Options = {}): Db {
  const sqlite = new Database(path);
  try {
    applySettings(sqlite, path, isReplicated ? REPLICATED_CHECKPOINT_PAGES : CHECKPOINT_PAGES);
    migrate(sqlite);
  } catch (error) {
    sqlite.close();
    throw error;
  }
  const reader = readerOf(sqlite);
  const patience = patienceOf(sqlite);
  const listeners: ((tables: ReadonlySet<string>) => void)[] = [];
  const transact = <Result>(work: (tx: Transaction) => Result): Result => {
    const touched = new Set<string>();
    const result = reader.transaction((tx) => work(Object.assign(tx, { sqlite, touched })), {
      behavior: "immediate",
    });
    if (touched.size > 0) for (const listener of listeners) listener(touched);
    return result;
  };
  return Object.assign(reader, {
    write: <Result>(work: (tx: Transaction) => Result): Result => patience(() => transact(work)),
    writeAtOnce<Result>(work: (tx: Transaction) => Result): Result {
      const waitMs = Number(sqlite.pragma("busy_timeout", { simple: true }));
      sqlite.pragma("busy_timeout = 0");
      try {
        return transact(work);
      } finally {
        sqlite.pragma(`busy_timeout = ${waitMs}`);
      }
    },
    onCommit: (listener: (tables: ReadonlySet<string>) => void) => void listeners.push(listener),
    close: () => void sqlite.close(),
  });
}

/**
 * Opens a connection to an existing database file that cannot write: beside a store at work, whose
 * commits it sees, and for long reads off the thread that serves shoppers. Nothing is migrated.
 * Throws when there is no such file.
 */
export function openReader(path: string): Reader & Pick<Db, "close"> {
  const sqlite = new Database(path, {
    readonly: true,
    fileMustExist: true,
    timeout: BUSY_TIMEOUT_MS,
  });
  return Object.assign(readerOf(sqlite), { close: () => void sqlite.close() });
}

/**
 * Where another process keeps the lock, one write waits for it with all patience: from then on writes
 * fail soon, and what only reads is not held up by each of them.
 */
function patienceOf(sqlite: Database.Database) {
  let isPatient = true;
  const wait = (ms: number) => void sqlite.pragma(`busy_timeout = ${ms}`);
  return <Result>(write: () => Result): Result => {
    try {
      const result = write();
      if (!isPatient) wait(BUSY_TIMEOUT_MS);
      isPatient = true;
      return result;
    } catch (error) {
      if (error instanceof Database.SqliteError && error.code.startsWith("SQLITE_BUSY")) {
        if (isPatient) wait(IMPATIENT_MS);
        isPatient = false;
      }
      throw error;
    }
  };
}

function readerOf(sqlite: Database.Database): Reader {
  cacheStatements(sqlite);
  addFoldText(sqlite);
  addSortKey(sqlite);
  return Object.assign(drizzle(sqlite, { schema }), { sqlite });
}

/**
 * A paid order must outlive a power cut, so synchronous stays FULL. Settings belong to a connection
 * and can be refused silently (WAL on network disks), so each is read back.
 */
function applySettings(
  sqlite: Database.Database,
  path: string | Buffer,
  checkpointPages: number,
): void {
  const inMemory = path === ":memory:" || typeof path !== "string";
  const journalMode = inMemory ? "memory" : "wal";
  const wanted = {
    busy_timeout: BUSY_TIMEOUT_MS,
    journal_mode: journalMode,
    synchronous: 2,
    // SQLite counts pages, and below zero KiB.
    cache_size: -CACHE_KIB,
    foreign_keys: 1,
    // What a statement needs to undo itself alone; a file for it costs more than the statement.
    temp_store: 2,
    recursive_triggers: 1,
    trusted_schema: 0,
    wal_autocheckpoint: checkpointPages,
  };
  for (const [name, value] of Object.entries(wanted)) {
    sqlite.pragma(`${name} = ${value}`);
    const actual = sqlite.pragma(name, { simple: true });
    if (actual !== value) throw new Error(`SQLite refused ${name} = ${value}: it says ${actual}.`);
  }
}
