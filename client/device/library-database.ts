import type { DBSchema, IDBPDatabase } from "idb";
import type { CurrentUser, SessionInfo } from "../../server/contract/sign-in.ts";
import type { PurchasedFile, PurchasedProduct } from "../../server/contract/answers.ts";
import { createDatabase, type UpgradeStep } from "./idb.ts";
import { hasSignedOut } from "../lib/session.ts";

/** A complete, verified file on this device. */
export type SavedFile = Omit<PurchasedFile, "url"> & {
  productName: string;
  /** Path of the file's URL, used online and offline. */
  path: string;
  /** Time of the download, in milliseconds since the epoch. */
  savedAt: number;
};

/** File in the server's current list. */
export type ListedFile = PurchasedFile & { productName: string };

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
export const STORES = ["saved", REQUESTS, "account"] as const;
/** Key of the single row in the account store: a device holds one account at a time. */
export const ACCOUNT_KEY = "account";

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
