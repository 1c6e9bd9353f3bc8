import { ApiError } from "../../lib/answer.ts";
import { DeviceError } from "../../lib/idb.ts";
import { withLock } from "../../lib/tabs.ts";
import { type DeviceAnswers, deviceAnswers } from "../offline/answers.ts";
import type { AdminStorage, OfflineTable } from "../offline/database.ts";
import { deviceTables, type OfflineTables, offlineTables } from "../offline/offline-tables.ts";
import { adminCalls } from "./api.ts";
import { type AdminReads, createReads } from "./reads.ts";

/** Setting of the owner's choice to store personal details. */
const PRIVATE = "private";

/** The data that this device stores for reading offline. */
export type OfflineCopy = {
  reads: AdminReads;
  answers: DeviceAnswers;
  tables: Pick<OfflineTables, "list">;
  storesPrivate: () => Promise<boolean>;
  /**
   * Starts or stops storing personal details. Rejects when they cannot be fetched; none are stored
   * then.
   */
  storePrivate: (isStored: boolean) => Promise<void>;
  /** Stores a whole table and keeps it current. Rejects with TableTooLarge or an ApiError. */
  keepTable: (table: string) => Promise<void>;
  dropTable: (table: string) => Promise<void>;
  /** Fetches the changes of stored tables, by default of all. Ignores failures. */
  refresh: (tables?: ReadonlySet<string>) => Promise<void>;
  /** Removes all data stored for reading. */
  clear: () => Promise<void>;
  /**
   * Caches answers until the returned function is called. Answers that arrive later are dropped, so
   * they cannot return to a device that was cleared.
   */
  open: () => () => void;
};

/** Opens an administrator's offline copy. */
export function openOfflineCopy(storage: AdminStorage): OfflineCopy {
  let isOpen = true;
  const whileOpen = async (put: () => Promise<void>) => (isOpen ? put() : undefined);
  const stored = deviceAnswers(storage);
  const answers: DeviceAnswers = {
    ...stored,
    keep: (answer) => whileOpen(() => stored.keep(answer)),
  };
  const store = deviceTables(storage);
  const put = (table: OfflineTable) => whileOpen(() => store.put(table));
  // Read each time: another tab may have changed it.
  const storesPrivate = () =>
    storage.use(async (db) => (await db.get("settings", PRIVATE)) === true);
  const setPrivate = (isStored: boolean) =>
    storage.use(async (db) => void (await db.put("settings", isStored, PRIVATE)));
  // Circular: stored tables are read like any answer, and need the schemas to find private columns.
  const absentOf = (table: string) => reads.absentOf(table);
  const tables = offlineTables({ store: { ...store, put }, calls: adminCalls, absentOf });
  const reads = createReads({ answers, tables, storesPrivate });
  // One tab at a time, so that a fetch in one tab does not restore what another removes.
  const exclusive = (run: () => Promise<void>) => withLock(`${storage.name}-kept`, run);

  async function dropPrivate(): Promise<void> {
    await setPrivate(false);
    await answers.clear();
    await tables.keepColumns(false);
  }

  return {
    reads,
    answers,
    tables,
    storesPrivate,
    storePrivate: (isStored) =>
      exclusive(async () => {
        if (!isStored) return dropPrivate();
        await setPrivate(true);
        await tables.keepColumns(true).catch(async (error: unknown) => {
          await dropPrivate();
          throw error;
        });
      }),
    keepTable: (table) => exclusive(() => tables.keep(table)),
    dropTable: (table) => exclusive(() => tables.remove(table)),
    refresh: (names) =>
      exclusive(() => tables.refresh(names)).catch((error: unknown) => {
        if (!(error instanceof ApiError) && !(error instanceof DeviceError)) throw error;
      }),
    clear: () =>
      exclusive(async () => {
        reads.forget();
        await answers.clear();
        for (const { table } of await tables.list()) await tables.remove(table);
      }),
    open() {
      isOpen = true;
      return () => {
        isOpen = false;
      };
    },
  };
}
