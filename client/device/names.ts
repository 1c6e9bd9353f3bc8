/**
 * Name prefix of the caches of saved files, `files-{user key}`. Keys are paths without query. Only
 * pages write complete responses (status 200) to them; the service worker reads them.
 */
export const FILES_CACHE_PREFIX = "files-";

/** Path of a file, `/files/{id}/{name}.pdf`. */
export const FILES_PATH = /^\/files\/\d+\/[^/]+\.pdf$/;

/** Messages from pages to the worker. */
export type WorkerMessage =
  | { type: "SKIP_WAITING" }
  | { type: "FILES_CHANGED" }
  /** Requests caching of the admin's code, because this browser uses the admin. */
  | { type: "KEEP_ADMIN" };
