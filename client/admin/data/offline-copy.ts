import { type DeviceAnswers, deviceAnswers } from "../offline/answers.ts";
import { ApiError } from "../../lib/answer.ts";
import { withLock } from "../../lib/tab-locks.ts";
import { DeviceError } from "../../lib/idb.ts";
import type { AdminStorage, OfflineTable } from "../offline/database.ts";
import { deviceTables, type OfflineTables, offlineTables } from "../offline/offline-tables.ts";
import { deviceSettings } from "../offline/kept-settings.ts";
import { type SeenOrders, seenOrders } from "../offline/seen-orders.ts";
import { adminCalls } from "./api.ts";
import { type AdminReads, createReads } from "./reads.ts";

/** What this device keeps for reading, and how it is read. */
export type OfflineCopy = {
  reads: AdminReads;
  seenOrders: SeenOrders;
  answers: DeviceAnswers;
  tables: Pick<OfflineTables, "list">;
  storesPrivate: () => Promise<boolean>;
  /**
   * Keeps personal details from now on, or takes those away that were kept. Rejects where the store can't
   * be asked for them; none is kept then.
   */
  storePrivate: (isKept: boolean) => Promise<void>;
  /** Keeps a table whole from now on. Rejects with TableTooLarge, or as the server refuses. */
  keepTable: (table: string) => Promise<void>;
  dropTable: (table: string) => Promise<void>;
  /** Reads what has changed of these kept tables, of all without a choice; later where that fails. */
  refresh: (tables?: ReadonlySet<string>) => Promise<void>;
  /** Takes away all that was kept for reading. */
  clear: () => Promise<void>;
  /**
   * Caches answers until the returned function is called. Answers that arrive later are dropped, so
   * they cannot return to a device that was cleared.
   */
  open: () => () => void;
};

/** Opens what a device keeps of an administrator's readings. */
export function openOfflineCopy(storage: AdminStorage): OfflineCopy {
  let isOpen = true;
  const whileOpen = async (put: () => Promise<void>) => (isOpen ? put() : undefined);
  const kept = deviceAnswers(storage);
  const answers: DeviceAnswers = {
    ...kept,
    keep: (answer) => whileOpen(() => kept.keep(answer)),
  };
  const stored = deviceTables(storage);
  const store = { ...stored, put: (table: OfflineTable) => whileOpen(() => stored.put(table)) };
  const settings = deviceSettings(storage);
  // Each needs the other: a kept table is read like any answer, and knows by the schemas what is personal.
  const absentOf = (table: string) => reads.absentOf(table);
  const tables = offlineTables({ store, calls: adminCalls, absentOf });
  const reads = createReads({ answers, tables, storesPrivate: settings.storesPrivate });
  /** One tab at a time: a table that is read in one must not bring back what another takes away. */
  const alone = (run: () => Promise<void>) => withLock(`${storage.name}-kept`, run);
  async function dropPrivate(): Promise<void> {
    await settings.storePrivate(false);
    // Without personal details they are read again when they are looked at.
    await answers.clear();
    await tables.keepColumns(false);
  }

  return {
    reads,
    seenOrders: seenOrders(storage),
    answers,
    tables,
    storesPrivate: settings.storesPrivate,
    storePrivate: (isKept) =>
      alone(async () => {
        if (!isKept) return dropPrivate();
        await settings.storePrivate(true);
        await tables.keepColumns(true).catch(async (error: unknown) => {
          await dropPrivate();
          throw error;
        });
      }),
    keepTable: (table) => alone(() => tables.keep(table)),
    dropTable: (table) => alone(() => tables.remove(table)),
    refresh: (names) =>
      alone(() => tables.refresh(names)).catch((error: unknown) => {
        if (!(error instanceof ApiError) && !(error instanceof DeviceError)) throw error;
      }),
    clear: () =>
      alone(async () => {
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
