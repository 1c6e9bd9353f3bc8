import type { CurrentUser } from "../../../server/contract/auth.ts";
import { DeviceError, type DeviceReason } from "../../lib/idb.ts";
import { userKeyOf } from "../../pwa/library/database.ts";
import { createQueryDisk, type QueryDisk } from "../data/query-disk.ts";
import { type AdminStorage, adminDatabase } from "../offline/database.ts";
import { type Drafts, openDrafts } from "../offline/drafts.ts";
import { clearForeignData, type ForeignData, noteSeen } from "../offline/foreign-data.ts";
import { openOutbox } from "../offline/open-outbox.ts";
import type { Outbox } from "../offline/outbox.ts";
import { sendAs } from "../pending/send-entry.ts";
import type { TableSearch } from "../table/table-search.ts";

/** The parts of an administrator's admin on this device. */
export type Admin = {
  user: CurrentUser;
  /** Last search by table name, restored when the table is opened again. */
  lastSearch: Map<string, TableSearch>;
  storage: AdminStorage;
  outbox: Outbox;
  drafts: Drafts;
  disk: QueryDisk;
  /** Why this device cannot store data; undefined when it can. */
  storageProblem: DeviceReason | undefined;
  foreignData: Promise<ForeignData>;
  close: () => void;
};

const NOTHING: ForeignData = { edits: 0, drafts: 0 };

/** Opens the administrator's database and starts sending the outbox. */
export async function openAdmin(user: CurrentUser): Promise<Admin> {
  const storage = adminDatabase(userKeyOf(user.id));
  const storageProblem = await problemOf(storage);
  void noteSeen(storage).catch(() => {});
  const outbox = openOutbox(storageProblem ? undefined : storage, sendAs(user.id));
  const drafts = openDrafts(storage);
  await Promise.all([outbox.start(), drafts.refresh()]);
  return {
    user,
    lastSearch: new Map(),
    storage,
    outbox,
    drafts,
    disk: createQueryDisk(storage),
    storageProblem,
    foreignData: clearForeignData(userKeyOf(user.id)).catch(() => NOTHING),
    close() {
      for (const part of [outbox, drafts, storage]) part.close();
    },
  };
}

async function problemOf(storage: AdminStorage): Promise<DeviceReason | undefined> {
  try {
    await storage.use(async () => undefined);
    return undefined;
  } catch (error) {
    if (error instanceof DeviceError) return error.reason;
    throw error;
  }
}
