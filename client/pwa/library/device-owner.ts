import { forgetAdmin } from "../../lib/session.ts";
import { openTabChannel, postToTabs } from "../../lib/tabs.ts";
import { clearForeignData } from "../../admin/offline/foreign-data.ts";
import { FILES_CACHE_PREFIX, type WorkerMessage } from "../names.ts";
import { bucketOf, readAccount, STORES, userKeyOf, withDatabase } from "./database.ts";

const CHANNEL = "device-emptied";

/**
 * Removes all users' files and the cached account from this browser, in all tabs, and the admin's
 * cached reads except those of the user with this key. No admin opens offline afterwards.
 */
export async function emptyDevice(exceptUserKey?: string): Promise<void> {
  forgetAdmin();
  // Pages over plain HTTP have no Cache Storage, hence no saved files.
  if (!("caches" in globalThis)) return void (await clearForeignData(exceptUserKey));
  postToTabs(CHANNEL, "emptied");
  const buckets = await listBuckets();
  await Promise.all([
    ...buckets.map((name) => caches.delete(name)),
    withDatabase(async (db) => {
      const transaction = db.transaction(STORES, "readwrite");
      for (const name of STORES) void transaction.objectStore(name).clear();
      await transaction.done;
    }),
    clearForeignData(exceptUserKey),
  ]);
  notifyWorker();
}

/** Calls back when any other tab empties the device. Returns a function that stops listening. */
export function onDeviceEmptied(listener: () => void): () => void {
  const channel = openTabChannel(CHANNEL);
  channel.onMessage(() => listener());
  return channel.close;
}

/** Removes other users' data from the device when it has any. */
export async function claimDevice(userId: number): Promise<void> {
  const userKey = userKeyOf(userId);
  // The account does not wait for the admin's database.
  void clearForeignData(userKey).catch(reportError);
  const [buckets, account, keys] = await Promise.all([
    listBuckets(),
    readAccount(),
    withDatabase((db) => Promise.all([db.getAllKeys("saved"), db.getAllKeys("asked")])),
  ]);
  const hasOthers =
    (account && account.user.id !== userId) ||
    keys.flat().some(([owner]) => owner !== userKey) ||
    buckets.some((name) => name !== bucketOf(userKey));
  if (hasOthers) await emptyDevice(userKey);
}

async function listBuckets(): Promise<string[]> {
  return (await caches.keys()).filter((name) => name.startsWith(FILES_CACHE_PREFIX));
}

/** Tells the service worker that the saved files have changed. */
export function notifyWorker(): void {
  const message: WorkerMessage = { type: "FILES_CHANGED" };
  navigator.serviceWorker?.controller?.postMessage(message);
}
