/**
 * What the page and the service worker agree on. The page puts whole answers (status 200) into the
 * signed-in buyer's bucket of Cache Storage, `files-{user key}`, under the file's plain path; the
 * worker only reads them.
 */
export const FILES_CACHE_PREFIX = "files-";

/** The path of a bought file, `/files/{id}/{name}.pdf`. */
export const FILES_PATH = /^\/files\/\d+\/[^/]+\.pdf$/;

/** What the page sends to the worker. */
export type WorkerMessage =
  | { type: "SKIP_WAITING" }
  | { type: "FILES_CHANGED" }
  /** The admin is used in this browser: it is to open without a connection. */
  | { type: "KEEP_ADMIN" };
