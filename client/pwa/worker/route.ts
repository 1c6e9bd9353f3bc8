import { FILES_PATH } from "../names.ts";

/** How the worker handles a request: ignores it, or as the app's document, another page, a file, an asset. */
type Route = "none" | "app" | "page" | "file" | "asset";

type RoutedRequest = {
  method: string;
  url: string;
  mode: string;
  cache: string;
};

/** Paths that the shell can render. */
const APP = /^\/(?:account|login|admin(?:\/.*)?)$/;
const ASSETS = /^\/assets\/[^/]+$/;
/** Calls, other files, the login's callback, and the worker's own files. */
const NEVER =
  /^\/(?:(?:api|files|uploads|auth\/callback)(?:\/|$)|sw\.js$|worker-off\.js$|(?:admin\/)?manifest\.webmanifest$)/;
const FILE_QUERIES = ["", "?download=1"];

/** Routes by allow lists: everything else goes to the network. */
export function routeOf({ method, url, mode, cache }: RoutedRequest, origin: string): Route {
  const { origin: requested, pathname, search } = new URL(url);
  if (method !== "GET" || requested !== origin) return "none";
  if (FILES_PATH.test(pathname) && FILE_QUERIES.includes(search)) {
    // The page that saves a file needs the server's copy.
    return cache === "no-store" || cache === "reload" ? "none" : "file";
  }
  if (NEVER.test(pathname)) return "none";
  if (ASSETS.test(pathname)) return "asset";
  if (mode !== "navigate") return "none";
  return APP.test(pathname) ? "app" : "page";
}
