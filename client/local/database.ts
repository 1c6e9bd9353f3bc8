import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { TableRow } from "../../server/contract/tables.ts";
import type { Entry } from "./entry.ts";

const VERSION = 1;
const PREFIX = "admin-";

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
  /** The table and the row, or a name for a new row. */
  key: string;
  table: string;
  row: number | undefined;
  label: string;
  typed: Record<string, unknown>;
  /** The version of the row that was edited. */
  version: number | undefined;
  at: number;
};

type Stores = DBSchema & {
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

/** How an administrator's database is opened and left; each user has one. */
export function adminDatabase(userKey: string) {
  const name = PREFIX + userKey;
  let opened: Promise<AdminDatabase> | undefined;

  const open = (): Promise<AdminDatabase> => {
    const { promise, resolve, reject } = Promise.withResolvers<AdminDatabase>();
    openDB<Stores>(name, VERSION, {
      upgrade,
      // An older build in another tab keeps it open: it is told to let go, and may not listen.
      blocked: () => reject(new DeviceError("blocked")),
      // A newer build needs it, or it is dropped at a logout.
      blocking: forget,
      terminated: () => (opened = undefined),
    }).then(resolve, reject);
    return promise;
  };

  function forget(): void {
    void opened?.then(
      (db) => db.close(),
      () => {},
    );
    opened = undefined;
  }

  return {
    name,
    /** Runs with the open database. Rejects with a DeviceError when nothing was kept. */
    async use<Result>(run: (db: AdminDatabase) => Promise<Result>): Promise<Result> {
      try {
        opened ??= open();
        return await run(await opened);
      } catch (error) {
        opened = error instanceof DeviceError ? undefined : opened;
        throw asDeviceError(error);
      }
    },
    close: forget,
  };
}
export type AdminStorage = ReturnType<typeof adminDatabase>;

function asDeviceError(error: unknown): DeviceError {
  if (error instanceof DeviceError) return error;
  const name = error instanceof Error ? error.name : "";
  return new DeviceError(REASONS[name] ?? "refused", { cause: error });
}

function upgrade(db: AdminDatabase, before: number): void {
  if (before >= VERSION) return;
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
