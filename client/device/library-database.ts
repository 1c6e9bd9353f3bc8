import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { DBSchema, IDBPDatabase } from "idb";
import type { CurrentUser, SessionInfo } from "../../server/contract/auth.ts";
import type { PurchasedProduct } from "../../server/contract/answers.ts";
import { createDatabase, type UpgradeStep } from "./idb.ts";
import { forgetAdmin, hasSignedOut } from "../lib/session.ts";
import { openTabChannel, postToTabs } from "../lib/tabs.ts";
import { clearForeignData } from "./foreign-data.ts";
import { FILES_CACHE_PREFIX, type WorkerMessage } from "./names.ts";
import type { ListedFile, SavedFile } from "../pwa/library/state.ts";

/** Offline copy of the account. */
export type CachedAccount = {
  user: CurrentUser;
  purchases: PurchasedProduct[];
  sessions?: SessionInfo[];
  /** Time of the read, in milliseconds since the epoch. */
  readAt: number;
};

type UserRow = { userKey: string };
export type RowKey = [userKey: string, id: number];
export type SavedRow = SavedFile & UserRow;
/** File requested for download; `order` is its queue position. */
export type RequestedRow = ListedFile & UserRow & { order: number };

/** Store of requested files. The stored name stays, so that older open tabs can use the database. */
export const REQUESTS = "asked";
const STORES = ["saved", REQUESTS, "account"] as const;
/** Key of the single row in the account store: a device holds one account at a time. */
const ACCOUNT_KEY = "account";

type Stores = DBSchema & {
  saved: { key: RowKey; value: SavedRow };
  [REQUESTS]: { key: RowKey; value: RequestedRow };
  account: { key: string; value: CachedAccount };
};

const STEPS: UpgradeStep<Stores>[] = [
  (db) => {
    db.createObjectStore("saved", { keyPath: ["userKey", "id"] });
    db.createObjectStore(REQUESTS, { keyPath: ["userKey", "id"] });
    db.createObjectStore("account");
  },
];

/** Runs `run` with the library's database, then closes it, so that it never blocks another tab. */
export async function withDatabase<Result>(
  run: (db: IDBPDatabase<Stores>) => Promise<Result>,
): Promise<Result> {
  const { use, close } = createDatabase<Stores>("library", STEPS);
  return use(run).finally(close);
}

/** Pseudonym of a user in names that anyone using this device can see. */
export function userKeyOf(userId: number): string {
  return bytesToHex(sha256(utf8ToBytes(`user-${userId}`))).slice(0, 16);
}

/** Name of the cache with a user's files. */
export function bucketOf(userKey: string): string {
  return FILES_CACHE_PREFIX + userKey;
}

/** Caches the account, in place of an earlier one. Does nothing after a sign-out of its session. */
export async function cacheAccount(account: CachedAccount): Promise<void> {
  if (isSignedOut(account)) return;
  await withDatabase((db) => db.put("account", account, ACCOUNT_KEY));
}

/** Returns the offline copy of the account, unless this browser has signed out of its session. */
export async function findCachedAccount(): Promise<CachedAccount | undefined> {
  const account = await withDatabase((db) => db.get("account", ACCOUNT_KEY));
  if (!account || isSignedOut(account)) return undefined;
  return { ...account, purchases: account.purchases.map(withRevoked) };
}

/** Reads the former name of `revoked` in a copy that an earlier build stored. */
function withRevoked(purchase: PurchasedProduct & { withdrawn?: boolean }): PurchasedProduct {
  const { withdrawn = false, ...rest } = purchase;
  return { ...rest, revoked: rest.revoked ?? withdrawn };
}

function isSignedOut({ sessions }: CachedAccount): boolean {
  return hasSignedOut(sessions?.find(({ current }) => current)?.id);
}

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
