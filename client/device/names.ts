import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

/**
 * Name prefix of the caches of saved files, `files-{user key}`. Keys are paths without query. Only
 * pages write complete responses (status 200) to them; the service worker reads them.
 */
export const FILES_CACHE_PREFIX = "files-";

/** Pseudonym of a user in names that anyone using this device can see. */
export function userKeyOf(userId: number): string {
  return bytesToHex(sha256(utf8ToBytes(`user-${userId}`))).slice(0, 16);
}

/** Name of the cache with a user's files. */
export function bucketOf(userKey: string): string {
  return FILES_CACHE_PREFIX + userKey;
}

/** Path of a file, `/files/{id}/{name}.pdf`. */
export const FILES_PATH = /^\/files\/\d+\/[^/]+\.pdf$/;

/** Messages from pages to the worker. */
export type WorkerMessage =
  | { type: "SKIP_WAITING" }
  | { type: "FILES_CHANGED" }
  /** Requests caching of the admin's code, because this browser uses the admin. */
  | { type: "KEEP_ADMIN" };
