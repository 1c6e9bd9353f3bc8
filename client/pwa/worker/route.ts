import { FILES_PATH } from "../names.ts";

/**
 * What the worker does with a request: nothing at all (`none`), the app's document (`app`), any other
 * page of the site (`page`), a bought file (`file`), a hashed file of the build (`asset`).
 */
type Route = "none" | "app" | "page" | "file" | "asset";

type Asked = {
  method: string;
  url: string;
  /** How the page wants it: "navigate" for a document. */
  mode: string;
  cache: string;
};

/** The addresses that the shell can show; below the admin stand its tables. */
const APP = /^\/(?:account|login|admin(?:\/.*)?)$/;
const ASSETS = /^\/assets\/[^/]+$/;
/** Calls, other files, the way back of a login, and what belongs to the worker itself. */
const NEVER =
  /^\/(?:(?:api|files|uploads|auth\/callback)(?:\/|$)|sw\.js$|worker-off\.js$|(?:admin\/)?manifest\.webmanifest$)/;
/** A file as the page stores it, and the same to be kept by the browser. */
const FILE_QUERIES = ["", "?download=1"];

/** Routes by a list of what is known: whatever stands in no list here is the network's alone. */
export function routeOf({ method, url, mode, cache }: Asked, origin: string): Route {
  const { origin: asked, pathname, search } = new URL(url);
  if (method !== "GET" || asked !== origin) return "none";
  if (FILES_PATH.test(pathname) && FILE_QUERIES.includes(search)) {
    // The page that saves a file means the shop's copy of it.
    return cache === "no-store" || cache === "reload" ? "none" : "file";
  }
  if (NEVER.test(pathname)) return "none";
  if (ASSETS.test(pathname)) return "asset";
  if (mode !== "navigate") return "none";
  return APP.test(pathname) ? "app" : "page";
}
