import { type DeviceAnswers, deviceAnswers } from "../../../local/answers.ts";
import type { AdminStorage } from "../../../local/database.ts";
import { deviceTables, type KeptTables, keptTables } from "../../../local/kept-tables.ts";
import { keptSettings } from "../../../local/kept-settings.ts";
import { adminCalls } from "../calls.ts";
import { type AdminReads, createReads } from "../reads.ts";

/** What this device keeps for reading, and how it is read. */
export type Kept = {
  reads: AdminReads;
  answers: DeviceAnswers;
  tables: KeptTables;
  keepsPrivate: () => Promise<boolean>;
  /** Keeps personal details from now on, or takes those away that were kept. */
  keepPrivate: (isKept: boolean) => Promise<void>;
  /** Takes away all that was kept for reading. */
  clear: () => Promise<void>;
};

/** Opens what a device keeps of an administrator's readings. */
export function openKept(storage: AdminStorage): Kept {
  const answers = deviceAnswers(storage);
  const settings = keptSettings(storage);
  // Each needs the other: a kept table is read like any answer, and knows by the schemas what is personal.
  const absentOf = (table: string) => reads.absentOf(table);
  const tables = keptTables({ store: deviceTables(storage), calls: adminCalls, absentOf });
  const reads = createReads({ answers, tables, keepsPrivate: settings.keepsPrivate });
  return {
    reads,
    answers,
    tables,
    keepsPrivate: settings.keepsPrivate,
    async keepPrivate(isKept) {
      await settings.keepPrivate(isKept);
      // What was read without them, or with them, is read again when it is looked at.
      await answers.clear();
      await tables.keepColumns(isKept);
    },
    async clear() {
      await answers.clear();
      for (const { table } of await tables.list()) await tables.remove(table);
    },
  };
}
