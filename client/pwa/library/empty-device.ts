import { forgetAdmin } from "../../lib/remembered-admin.ts";
import { openTabChannel, postToTabs } from "../../lib/tab-channel.ts";
import { clearForeignData } from "../../admin/offline/foreign-data.ts";
import type { WorkerMessage } from "../names.ts";
import { FILES_CACHE_PREFIX } from "../names.ts";
import { ACCOUNT_KEY, bucketOf, STORES, userKeyOf, withDatabase } from "./database.ts";

const CHANNEL = "device-emptied";

/**
 * Removes every user's files, rows and kept account from this browser, in all its tabs, and what the admin
 * has kept for reading, but for the user with this key; no admin opens without a connection any more
 * (decision: empty-device).
 */
export async function emptyDevice(mine?: string): Promise<void> {
  forgetAdmin();
  // Pages over plain HTTP have no Cache Storage and no saved files.
  if (!("caches" in globalThis)) return void (await clearForeignData(mine));
  postToTabs(CHANNEL, "emptied");
  await Promise.all([dropBuckets(), clearRows(), clearForeignData(mine)]);
  tellWorker();
}

/** Calls back when this browser is emptied, by any of its tabs. Returns the call that stops it. */
export function onDeviceEmptied(listener: () => void): () => void {
  const channel = openTabChannel(CHANNEL);
  channel.onMessage(listener);
  return channel.close;
}

/** Takes off the device what belongs to another user than this one. */
export async function claimDevice(userId: number): Promise<void> {
  const userKey = userKeyOf(userId);
  // Nothing of the account waits for the admin's stores.
  void clearForeignData(userKey).catch(reportError);
  const [buckets, holdsOthers] = await Promise.all([
    listBuckets(),
    withDatabase(async (db) => {
      const [account, ...keys] = await Promise.all([
        db.get("account", ACCOUNT_KEY),
        db.getAllKeys("saved"),
        db.getAllKeys("asked"),
      ]);
      if (account && account.user.id !== userId) return true;
      return keys.flat().some(([owner]) => owner !== userKey);
    }),
  ]);
  if (holdsOthers || buckets.some((name) => name !== bucketOf(userKey))) await emptyDevice(userKey);
}

async function listBuckets(): Promise<string[]> {
  return (await caches.keys()).filter((name) => name.startsWith(FILES_CACHE_PREFIX));
}

async function dropBuckets(): Promise<void> {
  await Promise.all((await listBuckets()).map((name) => caches.delete(name)));
}

function clearRows(): Promise<void> {
  return withDatabase(async (db) => {
    const transaction = db.transaction(STORES, "readwrite");
    for (const name of STORES) void transaction.objectStore(name).clear();
    await transaction.done;
  });
}

/** Tells the service worker that saved files have changed. */
export function tellWorker(): void {
  const message: WorkerMessage = { type: "FILES_CHANGED" };
  navigator.serviceWorker?.controller?.postMessage(message);
}
