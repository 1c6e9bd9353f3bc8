import { type IDBPDatabase, openDB } from "idb";
import { DAY_MS } from "../../../server/contract/time.ts";
import { deleteDatabase } from "../../lib/idb.ts";
import type { AdminStorage, Stores } from "./database.ts";

/** Begins the name of each administrator's database. */
export const PREFIX = "admin-";
/** What its user has not come back for in so long is dropped. */
export const FORGOTTEN_AFTER_MS = 30 * DAY_MS;
/** What was read from the server and can be read again. */
const READING_STORES = ["answers", "answerFacts", "tables"] as const;
const SEEN = "seenAt";

/** What other accounts have left on this device unsent. */
export type ForeignData = { edits: number; drafts: number };

/** Notes that the user of these stores is here: what is unsent in them is kept from now on. */
export async function noteSeen(storage: AdminStorage, now = Date.now()): Promise<void> {
  await storage.use((db) => db.put("settings", now, SEEN));
}

/**
 * Takes what was kept for reading off this device, of every administrator but the one with this key. What
 * they have not sent stays closed until they are back, thirty days at most; returns how much that is
 * (decision: sealed-edits).
 */
export async function clearForeignData(mine?: string, now = Date.now()): Promise<ForeignData> {
  const foreignData: ForeignData = { edits: 0, drafts: 0 };
  // Where the browser names no databases, or has none, nothing can be found.
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
    const names = READING_STORES.filter((store) => db.objectStoreNames.contains(store));
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

/** Opens a database as it is, of whatever version; one that has gone meanwhile is not made again. */
function openKnown(name: string): Promise<IDBPDatabase<Stores>> {
  return openDB<Stores>(name, undefined, {
    upgrade(_db, _before, _after, transaction) {
      // Its end is told by the opening, which fails.
      transaction.done.catch(() => {});
      transaction.abort();
    },
    blocking: (_own, _wanted, event) => {
      if (event.target instanceof IDBDatabase) event.target.close();
    },
  });
}
