import { type DBSchema, deleteDB, type IDBPDatabase, openDB, unwrap } from "idb";

/**
 * Reason why the browser cannot store data: storage is refused, the disk is full, a newer build has
 * upgraded the database, or another tab with an older build blocks the upgrade.
 */
export type DeviceReason = "refused" | "full" | "newer" | "blocked";

/** Thrown when the browser cannot read or store data. */
export class DeviceError extends Error {
  override readonly name = "DeviceError";
  readonly reason: DeviceReason;

  constructor(reason: DeviceReason, options?: ErrorOptions) {
    super(`This device cannot store data: ${reason}`, options);
    this.reason = reason;
  }
}

const REASONS: Record<string, DeviceReason> = {
  QuotaExceededError: "full",
  VersionError: "newer",
};

/** Open transactions of this page. */
const running = new Set<IDBTransaction>();

/**
 * Aborts all open transactions. In Safari a page in the back/forward cache keeps its transactions
 * open, which blocks other pages of the store.
 */
export function abortTransactions(): void {
  for (const transaction of running) {
    try {
      transaction.abort();
    } catch {
      // The transaction is already committing.
    }
  }
}

if ("window" in globalThis) {
  window.addEventListener("pagehide", ({ persisted }) => {
    if (!persisted || running.size === 0) return;
    abortTransactions();
    // The restored page cannot continue after its transactions were aborted.
    window.addEventListener("pageshow", () => location.reload(), { once: true });
  });
}

function track(transaction: IDBTransaction): IDBTransaction {
  running.add(transaction);
  const end = () => running.delete(transaction);
  for (const type of ["complete", "abort"]) transaction.addEventListener(type, end);
  return transaction;
}

/** Tracks every transaction of a connection. */
function trackAll(db: IDBDatabase): void {
  const begin = db.transaction.bind(db);
  db.transaction = (...options) => track(begin(...options));
}

/** Migration of a database to its next version. */
export type UpgradeStep<Stores extends DBSchema> = (db: IDBPDatabase<Stores>) => void;

export type Database<Stores extends DBSchema> = ReturnType<typeof createDatabase<Stores>>;

/**
 * IndexedDB database, opened on first use. Closes itself when another tab upgrades or deletes it.
 * `steps` are the migrations, one per version; append new ones.
 */
export function createDatabase<Stores extends DBSchema>(
  name: string,
  steps: readonly UpgradeStep<Stores>[],
) {
  let opened: Promise<IDBPDatabase<Stores>> | undefined;
  let isErased = false;

  async function open(): Promise<IDBPDatabase<Stores>> {
    const { promise: blocked, reject } = Promise.withResolvers<never>();
    const opening = openDB<Stores>(name, steps.length, {
      upgrade(db, before, _after, transaction) {
        track(unwrap(transaction));
        for (const step of steps.slice(before)) step(db);
      },
      blocked() {
        reject(new DeviceError("blocked"));
        // `open` has already rejected. Close the late connection, or it would block others.
        void opening.then((db) => db.close());
      },
      blocking(_own, wanted) {
        isErased ||= wanted === null;
        close();
      },
      terminated: () => (opened = undefined),
    });
    const db = await Promise.race([opening, blocked]);
    trackAll(unwrap(db));
    return db;
  }

  function close(): void {
    void opened?.then(
      (db) => db.close(),
      () => {},
    );
    opened = undefined;
  }

  /** Opens the database if needed and runs `run` with it. Rejects with a DeviceError. */
  async function use<Result>(run: (db: IDBPDatabase<Stores>) => Promise<Result>): Promise<Result> {
    try {
      if (isErased) throw new DeviceError("refused");
      opened ??= open();
      return await run(await opened);
    } catch (error) {
      if (error instanceof DeviceError) opened = undefined;
      throw asDeviceError(error);
    }
  }

  return {
    name,
    use,
    close,

    /** Deletes the database. Afterwards `use` rejects, in every tab. */
    async erase(): Promise<void> {
      // Clear the stores first, because a suspended tab may delay the deletion.
      await use(clearStores).catch(() => {});
      isErased = true;
      close();
      await deleteDatabase(name);
    },
  };
}

/** Deletes a database. Does not wait when another tab delays the deletion. */
export function deleteDatabase(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    deleteDB(name, { blocked: () => resolve() }).then(resolve, reject);
  });
}

function asDeviceError(error: unknown): DeviceError {
  if (error instanceof DeviceError) return error;
  const name = error instanceof Error ? error.name : "";
  return new DeviceError(REASONS[name] ?? "refused", { cause: error });
}

async function clearStores<Stores extends DBSchema>(db: IDBPDatabase<Stores>): Promise<void> {
  const names = [...db.objectStoreNames];
  const transaction = db.transaction(names, "readwrite");
  for (const name of names) void transaction.objectStore(name).clear();
  await transaction.done;
}
