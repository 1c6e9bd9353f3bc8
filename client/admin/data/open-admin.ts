import type { CurrentUser } from "../../../server/contract/sign-in.ts";
import { onReconnect } from "../../lib/events.ts";
import { DeviceError, type DeviceReason } from "../../device/idb.ts";
import { randomKey } from "../../lib/retry.ts";
import { onSessionMessage } from "../../lib/session.ts";
import { openTabChannel, withLock } from "../../lib/tabs.ts";
import { userKeyOf } from "../../device/names.ts";
import { adminCalls } from "./api.ts";
import { createQueryDisk, type QueryDisk } from "./query-disk.ts";
import { sendAs } from "./request.ts";
import { type AdminStorage, adminDatabase, noteSeen } from "../offline/database.ts";
import { type Drafts, openDrafts } from "../offline/drafts.ts";
import { clearForeignData, type ForeignData } from "../../device/foreign-data.ts";
import { memoryOutboxStore } from "../offline/memory-store.ts";
import { createOutbox, type Outbox } from "../offline/outbox.ts";
import { deviceOutboxStore } from "../offline/outbox-store.ts";
import type { TableSearch } from "../url/table-search.ts";

/** Signed-in administrator with the stores on this device. */
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

/** Retry interval of the outbox; also lets this tab take over from a tab that died. */
const LOOK_AGAIN_MS = 30_000;
const NOTHING: ForeignData = { edits: 0, drafts: 0 };

/** Opens the administrator's local database and starts the outbox. */
export async function openAdmin(user: CurrentUser): Promise<Admin> {
  const storage = adminDatabase(userKeyOf(user.id));
  const storageProblem = await findStorageProblem(storage);
  void noteSeen(storage).catch(() => {});
  const lock = storageProblem ? randomKey() : `${storage.name}-outbox`;
  const outbox = createOutbox({
    store: storageProblem ? memoryOutboxStore() : deviceOutboxStore(storage),
    send: sendAs(user.id, adminCalls),
    withLock: (run) => withLock(lock, run),
    channel: openTabChannel(lock),
  });
  const again = () => outbox.entries().length > 0 && outbox.wake();
  const timer = setInterval(again, LOOK_AGAIN_MS);
  const ends = [onSessionMessage((news) => news === "signed-in" && again()), onReconnect(again)];
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
      clearInterval(timer);
      for (const end of ends) end();
      for (const part of [outbox, drafts, storage]) part.close();
    },
  };
}

async function findStorageProblem(storage: AdminStorage): Promise<DeviceReason | undefined> {
  try {
    await storage.use(async () => undefined);
    return undefined;
  } catch (error) {
    if (error instanceof DeviceError) return error.reason;
    throw error;
  }
}
