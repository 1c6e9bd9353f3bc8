import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { TableRow } from "../../../server/contract/tables.ts";
import type { Entry } from "./entry.ts";
import type { Values } from "./merge.ts";
import { dropDatabase, PREFIX } from "./foreign-data.ts";

/** An answer of the server as it was read. */
export type KeptAnswer = {
  /** Its path and query. */
  key: string;
  value: unknown;
  /** In milliseconds. */
  readAt: number;
};

/** What is known of a kept answer without reading it; it says which is dropped first. */
export type AnswerFact = { key: string; readAt: number; usedAt: number; bytes: number };

/** A table that is kept whole, as of a sequence of its changes. */
export type KeptTable = {
  table: string;
  rows: TableRow[];
  sequence: number;
  readAt: number;
  /** When all of it was read last, not only what had changed. */
  walkedAt: number;
  bytes: number;
  /** Columns that its rows were kept without. */
  absent: string[];
};

/** What stands half typed in a form, or in a cell. */
export type Draft = {
  /** Names the one editing that it comes from. */
  key: string;
  table: string;
  /** The row's id; a temporary one for a new row. */
  row: number;
  label: string;
  /** The fields that were changed, as they were typed. */
  typed: Values;
  /** What those fields held when they were edited. */
  base: Values;
  /** The row's version as it was edited; undefined for a new row. */
  version: number | undefined;
  /** When the last key was typed, in milliseconds. */
  at: number;
};

export type Stores = DBSchema & {
  outbox: { key: number; value: Entry; indexes: { row: [string, number] } };
  /** Files that wait to be sent, by their entry. */
  files: { key: number; value: Blob };
  /** The ids of rows that had a temporary one. */
  made: { key: number; value: number };
  answers: { key: string; value: KeptAnswer };
  answerFacts: { key: string; value: AnswerFact };
  tables: { key: string; value: KeptTable };
  drafts: { key: string; value: Draft };
  settings: { key: string; value: unknown };
};
export type AdminDatabase = IDBPDatabase<Stores>;

/**
 * Why a device can't keep anything: it refuses storage, has no room, holds what a newer build wrote, or
 * another tab with an older build is in the way.
 */
export type DeviceReason = "refused" | "full" | "newer" | "blocked";

/** Says that nothing was kept on this device. */
export class DeviceError extends Error {
  override readonly name = "DeviceError";
  readonly reason: DeviceReason;

  constructor(reason: DeviceReason, options?: ErrorOptions) {
    super(`This device keeps nothing: ${reason}`, options);
    this.reason = reason;
  }
}

const REASONS: Record<string, DeviceReason> = {
  QuotaExceededError: "full",
  VersionError: "newer",
};

/** Makes the stores of one version out of those of the version before, with all that is in them. */
export type Step = (db: AdminDatabase) => void;

/** Each version of the database by the step that leads to it; a later build adds one at the end. */
export const STEPS: readonly Step[] = [makeStores];

/** How an administrator's database is opened and left; each user has one. */
export function adminDatabase(userKey: string, steps = STEPS) {
  const name = PREFIX + userKey;
  let opened: Promise<AdminDatabase> | undefined;
  let isErased = false;

  const open = async (): Promise<AdminDatabase> => {
    const { promise: blocked, reject } = Promise.withResolvers<never>();
    const opening = openDB<Stores>(name, steps.length, {
      upgrade(db, before) {
        for (const step of steps.slice(before)) step(db);
      },
      // An older build in another tab keeps it open: it is told to let go, and may not listen.
      blocked() {
        reject(new DeviceError("blocked"));
        // Once it is open after all, no caller waits for it, and it would be in the way of others.
        void opening.then((db) => db.close());
      },
      // A newer build needs it, or it was erased at a logout.
      blocking(_own, wanted) {
        isErased ||= wanted === null;
        forget();
      },
      terminated: () => (opened = undefined),
    });
    return Promise.race([opening, blocked]);
  };

  function forget(): void {
    void opened?.then(
      (db) => db.close(),
      () => {},
    );
    opened = undefined;
  }

  /** Runs with the open database. Rejects with a DeviceError when nothing was kept. */
  async function use<Result>(run: (db: AdminDatabase) => Promise<Result>): Promise<Result> {
    try {
      if (isErased) throw new DeviceError("refused");
      opened ??= open();
      return await run(await opened);
    } catch (error) {
      opened = error instanceof DeviceError ? undefined : opened;
      throw asDeviceError(error);
    }
  }

  return {
    name,
    use,
    close: forget,

    /** Takes all of it off this device; nothing is kept in it any more, in this tab and the others. */
    async erase(): Promise<void> {
      // A tab that is asleep lets go of it late: what it held is gone all the same.
      await use(clearAll).catch(() => {});
      isErased = true;
      forget();
      await dropDatabase(name);
    },
  };
}
export type AdminStorage = ReturnType<typeof adminDatabase>;

function asDeviceError(error: unknown): DeviceError {
  if (error instanceof DeviceError) return error;
  const name = error instanceof Error ? error.name : "";
  return new DeviceError(REASONS[name] ?? "refused", { cause: error });
}

async function clearAll(db: AdminDatabase): Promise<void> {
  const names = [...db.objectStoreNames];
  const transaction = db.transaction(names, "readwrite");
  for (const name of names) void transaction.objectStore(name).clear();
  await transaction.done;
}

function makeStores(db: AdminDatabase): void {
  db.createObjectStore("outbox", { keyPath: "n", autoIncrement: true }).createIndex("row", [
    "table",
    "row",
  ]);
  db.createObjectStore("files");
  db.createObjectStore("made");
  db.createObjectStore("answers", { keyPath: "key" });
  db.createObjectStore("answerFacts", { keyPath: "key" });
  db.createObjectStore("tables", { keyPath: "table" });
  db.createObjectStore("drafts", { keyPath: "key" });
  db.createObjectStore("settings");
}
