/**
 * Cache of a user's saved files, `files-{user key}`. Pages put complete responses (status 200) into it,
 * by path without query; the service worker only reads them.
 */
export const FILES_CACHE_PREFIX = "files-";

/** Path of a file, `/files/{id}/{name}.pdf`. */
export const FILES_PATH = /^\/files\/\d+\/[^/]+\.pdf$/;

/** Messages from pages to the worker. */
export type WorkerMessage =
  | { type: "SKIP_WAITING" }
  | { type: "FILES_CHANGED" }
  /** The admin is used in this browser: cache its code. */
  | { type: "KEEP_ADMIN" };
