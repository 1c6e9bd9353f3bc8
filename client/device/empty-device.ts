import { forgetAdmin } from "../lib/session.ts";
import { openTabChannel, postToTabs } from "../lib/tabs.ts";
import { clearForeignData } from "./foreign-data.ts";
import { ACCOUNT_KEY, REQUESTS, STORES, withDatabase } from "./library-database.ts";
import { bucketOf, FILES_CACHE_PREFIX, userKeyOf, type WorkerMessage } from "./names.ts";

const CHANNEL = "device-emptied";

/**
 * Removes all saved files, the offline account and, except for the given user, the admin's cached
 * reads from this browser, in all tabs. Also disables the offline admin.
 */
export async function emptyDevice(exceptUserKey?: string): Promise<void> {
  forgetAdmin();
  // Pages over plain HTTP have no Cache Storage, hence no saved files.
  if (!("caches" in globalThis)) return void (await clearForeignData(exceptUserKey));
  postToTabs(CHANNEL, "emptied");
  const buckets = await listBuckets();
  await Promise.all([
    ...buckets.map((name) => caches.delete(name)),
    withDatabase((db) => Promise.all(STORES.map((name) => db.clear(name)))),
    clearForeignData(exceptUserKey),
  ]);
  notifyWorker();
}

/** Listens for `emptyDevice` in other tabs. Returns a function that stops listening. */
export function onDeviceEmptied(listener: () => void): () => void {
  const channel = openTabChannel(CHANNEL);
  channel.onMessage(() => listener());
  return channel.close;
}

/** Empties the device if it has another user's data; always deletes other users' admin data. */
export async function claimDevice(userId: number): Promise<void> {
  const userKey = userKeyOf(userId);
  // Not awaited, so that the account does not wait for the admin's database.
  void clearForeignData(userKey).catch(reportError);
  const [buckets, account, ...keys] = await withDatabase((db) =>
    Promise.all([
      listBuckets(),
      db.get("account", ACCOUNT_KEY),
      db.getAllKeys("saved"),
      db.getAllKeys(REQUESTS),
    ]),
  );
  const hasOthers =
    (account && account.user.id !== userId) ||
    keys.flat().some(([owner]) => owner !== userKey) ||
    buckets.some((name) => name !== bucketOf(userKey));
  if (hasOthers) await emptyDevice(userKey);
}

async function listBuckets(): Promise<string[]> {
  return (await caches.keys()).filter((name) => name.startsWith(FILES_CACHE_PREFIX));
}

/** Notifies the service worker that the saved files have changed. */
export function notifyWorker(): void {
  const message: WorkerMessage = { type: "FILES_CHANGED" };
  navigator.serviceWorker?.controller?.postMessage(message);
}
