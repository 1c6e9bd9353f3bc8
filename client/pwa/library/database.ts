import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { CurrentUser, SessionInfo } from "../../../server/contract/auth.ts";
import type { PurchasedProduct } from "../../../server/contract/answers.ts";
import { FILES_CACHE_PREFIX } from "../names.ts";
import type { SavedFile, Wanted } from "./state.ts";

/** The account's data as last read. */
export type KeptAccount = {
  user: CurrentUser;
  purchases: PurchasedProduct[];
  sessions?: SessionInfo[];
  /** In milliseconds. */
  readAt: number;
};

type OfUser = { userKey: string };
/** Rows are kept by user and file. */
export type RowKey = [userKey: string, id: number];
export type SavedRow = SavedFile & OfUser;
/** A file that was asked for; `order` is its place in the queue. */
export type AskedRow = Wanted & OfUser & { order: number };

export const STORES = ["saved", "asked", "account"] as const;
/** There is one account at a time: its row always has this key. */
export const ACCOUNT_KEY = "account";

type Stores = DBSchema & {
  saved: { key: RowKey; value: SavedRow };
  asked: { key: RowKey; value: AskedRow };
  account: { key: string; value: KeptAccount };
};
export type Database = IDBPDatabase<Stores>;

/** Runs with the device's database, which is open for that long only: it never holds up another tab. */
export async function withDatabase<Result>(run: (db: Database) => Promise<Result>) {
  const db = await openDB<Stores>("library", 1, {
    upgrade(fresh) {
      fresh.createObjectStore("saved", { keyPath: ["userKey", "id"] });
      fresh.createObjectStore("asked", { keyPath: ["userKey", "id"] });
      fresh.createObjectStore("account");
    },
  });
  try {
    return await run(db);
  } finally {
    db.close();
  }
}

/** Stands for a user in names that anyone at this device can see. */
export function userKeyOf(userId: number): string {
  return bytesToHex(sha256(utf8ToBytes(`user-${userId}`))).slice(0, 16);
}

/** The bucket of Cache Storage with a user's files. */
export function bucketOf(userKey: string): string {
  return FILES_CACHE_PREFIX + userKey;
}
