import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import { DAY_MS } from "../../server/contract/time.ts";
import { deleteDatabase } from "./idb.ts";

/** Name prefix of the databases of administrators. */
export const PREFIX = "admin-";
/** Time without activity after which a user's unsent edits are deleted. */
export const FORGOTTEN_AFTER_MS = 30 * DAY_MS;
/** Stores that contain unsent work or settings; all others are caches. */
const WORK_STORES: readonly string[] = ["outbox", "files", "made", "drafts", "settings"];
/** Key in `settings` of the time when the user was last active. */
export const SEEN = "seenAt";

/** Stores of every version of an administrator's database, as far as they are read here. */
type WorkStores = DBSchema & {
  outbox: { key: number; value: { at: number } };
  drafts: { key: string; value: { at: number } };
  settings: { key: string; value: unknown };
};

/** Numbers of unsent edits and drafts of other accounts on this device. */
export type ForeignData = { edits: number; drafts: number };

/**
 * Deletes other administrators' cached data, and their unsent edits after 30 days without activity.
 * Returns the number of unsent edits and drafts that remain.
 */
export async function clearForeignData(mine?: string, now = Date.now()): Promise<ForeignData> {
  const foreignData: ForeignData = { edits: 0, drafts: 0 };
  // Older browsers do not support `indexedDB.databases`.
  const known = (await indexedDB.databases?.().catch(() => [])) ?? [];
  for (const { name = "" } of known) {
    if (!name.startsWith(PREFIX) || name === PREFIX + mine) continue;
    const left = await clearCached(name, now).catch(() => undefined);
    foreignData.edits += left?.edits ?? 0;
    foreignData.drafts += left?.drafts ?? 0;
  }
  return foreignData;
}

async function clearCached(name: string, now: number): Promise<ForeignData> {
  const db = await openKnown(name);
  try {
    const names = [...db.objectStoreNames].filter((name) => !WORK_STORES.includes(name));
    const transaction = db.transaction(names, "readwrite");
    for (const store of names) void transaction.objectStore(store).clear();
    await transaction.done;
    const [edits, drafts] = await Promise.all([db.getAll("outbox"), db.getAll("drafts")]);
    const seenAt = Number(await db.get("settings", SEEN)) || 0;
    const lastAt = Math.max(seenAt, ...[...edits, ...drafts].map(({ at }) => at));
    if (lastAt >= now - FORGOTTEN_AFTER_MS) return { edits: edits.length, drafts: drafts.length };
  } finally {
    db.close();
  }
  await deleteDatabase(name);
  return { edits: 0, drafts: 0 };
}

/** Opens a database at its current version; rejects if it does not exist. */
function openKnown(name: string): Promise<IDBPDatabase<WorkStores>> {
  return openDB<WorkStores>(name, undefined, {
    upgrade(_db, _before, _after, transaction) {
      // Avoid an unhandled rejection: the rejected open already reports the abort.
      transaction.done.catch(() => {});
      transaction.abort();
    },
    blocking: (_own, _wanted, event) => {
      if (event.target instanceof IDBDatabase) event.target.close();
    },
  });
}
