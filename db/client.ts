import Database from "better-sqlite3";
import { type BetterSQLite3Database, drizzle } from "drizzle-orm/better-sqlite3";
import { addFoldText, addSortKey } from "./text-keys.ts";
import { migrate } from "./migrate.ts";
import { cacheStatements } from "./statements.ts";
import * as schema from "./schema.ts";

/** How long a write waits for another process's lock; the wait blocks this thread. */
const BUSY_TIMEOUT_MS = 5000;
/** Shorter busy timeout after a write timed out, until a write succeeds. */
const BUSY_AGAIN_TIMEOUT_MS = 50;
/** SQLite page cache size; holds the upper levels of all indexes. */
export const CACHE_KIB = 4000;
const CHECKPOINT_PAGES = 1000;
/** Checkpoint threshold in WAL pages if Litestream, which normally checkpoints, has stopped. */
export const REPLICATED_CHECKPOINT_PAGES = 16_384;

type Connection = {
  sqlite: Database.Database;
};
type Drizzle = BetterSQLite3Database<typeof schema>;

/** Database handle for reads; writes go through `Db.write`. */
export type Reader = Drizzle & Connection;
export type Transaction = Parameters<Parameters<Drizzle["transaction"]>[0]>[0] &
  Connection & {
    /** Names of tables changed by this transaction. */
    touched: Set<string>;
  };

export type Db = Reader & {
  /** Runs `work` in a transaction. It must be synchronous: returning a promise rolls back. */
  write: <Result>(work: (tx: Transaction) => Result) => Result;
  /** Like `write`, but throws SQLITE_BUSY when another process is writing. */
  writeWithoutWaiting: <Result>(work: (tx: Transaction) => Result) => Result;
  /** Calls `listener` after each commit of this process. It must not throw. */
  onCommit: (listener: (tables: ReadonlySet<string>) => void) => void;
  close: () => void;
};

/**
 * Opens a file, ":memory:" or the bytes of a database. `isReplicated`: Litestream checkpoints it.
 */
export function openDatabase(path: string | Buffer, { isReplicated = false } = {}): Db {
  const sqlite = new Database(path);
  try {
    applySettings(sqlite, path, isReplicated ? REPLICATED_CHECKPOINT_PAGES : CHECKPOINT_PAGES);
    migrate(sqlite);
  } catch (error) {
    sqlite.close();
    throw error;
  }
  const reader = readerOf(sqlite);
  const withTimeout = adaptTimeout(sqlite);
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
    write: <Result>(work: (tx: Transaction) => Result): Result => withTimeout(() => transact(work)),
    writeWithoutWaiting<Result>(work: (tx: Transaction) => Result): Result {
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

export function openReader(path: string): Reader & Pick<Db, "close"> {
  const sqlite = new Database(path, {
    readonly: true,
    fileMustExist: true,
    timeout: BUSY_TIMEOUT_MS,
  });
  return Object.assign(readerOf(sqlite), { close: () => void sqlite.close() });
}

/** Shortens the lock timeout after SQLITE_BUSY: each waiting write would block reads for 5 s. */
function adaptTimeout(sqlite: Database.Database) {
  let isShort = false;
  const shorten = (short: boolean) => {
    if (short === isShort) return;
    sqlite.pragma(`busy_timeout = ${short ? BUSY_AGAIN_TIMEOUT_MS : BUSY_TIMEOUT_MS}`);
    isShort = short;
  };
  return <Result>(write: () => Result): Result => {
    try {
      const result = write();
      shorten(false);
      return result;
    } catch (error) {
      const isBusy = error instanceof Database.SqliteError && error.code.startsWith("SQLITE_BUSY");
      if (isBusy) shorten(true);
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
 * Sets `synchronous` to FULL, so that paid orders survive a power failure. Reads each setting back,
 * because SQLite may ignore it silently.
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
    cache_size: -CACHE_KIB,
    foreign_keys: 1,
    // In memory: writing a statement journal to a file costs more than the statement itself.
    temp_store: 2,
    recursive_triggers: 1,
    trusted_schema: 0,
    // Overwrites deleted content, so that erased personal data does not remain in free pages.
    secure_delete: 1,
    wal_autocheckpoint: checkpointPages,
  };
  for (const [name, value] of Object.entries(wanted)) {
    sqlite.pragma(`${name} = ${value}`);
    const actual = sqlite.pragma(name, { simple: true });
    if (actual !== value) throw new Error(`SQLite refused ${name} = ${value}; it is ${actual}.`);
  }
}
