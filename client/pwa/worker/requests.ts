import { sleep } from "../../lib/retry.ts";
import { FILES_CACHE_PREFIX, FILES_PATH } from "../../device/names.ts";

/** Type of a request. The worker ignores "none"; "app" is a page that the app shell can render. */
type Route = "none" | "app" | "page" | "file" | "asset";

type RoutedRequest = { method: string; url: string; mode: string; cache: string };

/** Paths that the shell can render. */
const APP = /^\/(?:account|login|admin(?:\/.*)?)$/;
const ASSETS = /^\/assets\/[^/]+$/;
/** Paths that the worker ignores; checked after the PDFs that it may serve from its cache. */
const NEVER =
  /^\/(?:(?:api|files|uploads|auth\/callback)(?:\/|$)|sw\.js$|worker-off\.js$|(?:admin\/)?manifest\.webmanifest$)/;
const FILE_QUERIES = ["", "?download=1"];

/** Returns how to handle a request. Anything not matched goes to the network. */
export function routeOf({ method, url, mode, cache }: RoutedRequest, origin: string): Route {
  const { origin: requested, pathname, search } = new URL(url);
  if (method !== "GET" || requested !== origin) return "none";
  if (FILES_PATH.test(pathname) && FILE_QUERIES.includes(search)) {
    // Downloads for offline use must come from the server.
    return cache === "no-store" || cache === "reload" ? "none" : "file";
  }
  if (NEVER.test(pathname)) return "none";
  if (ASSETS.test(pathname)) return "asset";
  if (mode !== "navigate") return "none";
  return APP.test(pathname) ? "app" : "page";
}

type NetworkFirstOptions = {
  request: () => Promise<Response>;
  /** The cached response, if there is one. */
  fallback: () => Promise<Response | undefined>;
  waitMs: number;
};

/** Returns the network's response; the fallback if it fails, has status 5xx or exceeds `waitMs`. */
export async function networkFirst(options: NetworkFirstOptions): Promise<Response> {
  const pending = options.request().catch(() => undefined);
  const response = await Promise.race([pending, sleep(options.waitMs)]);
  if (response && response.status < 500) return response;
  return (await options.fallback()) ?? (await pending) ?? Response.error();
}

/**
 * Tracks the paths of saved files for synchronous lookup. Other files must not be intercepted,
 * because some browsers show a blank page for PDFs served by a worker.
 */
export function savedFiles(caches: CacheStorage) {
  /** Paths of saved files; undefined while loading. */
  let saved: Set<string> | undefined;
  let turn = 0;

  return {
    async refresh(): Promise<void> {
      saved = undefined;
      turn += 1;
      const own = turn;
      const names = (await caches.keys()).filter((name) => name.startsWith(FILES_CACHE_PREFIX));
      const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      if (own === turn) saved = new Set(keys.flat().map(({ url }) => new URL(url).pathname));
    },

    /** Returns false only when the file is known not to be saved. */
    mayBeSaved: (path: string): boolean => saved?.has(path) ?? true,
  };
}

/**
 * Parses a Range header for a body of `size` bytes (RFC 9110, section 14); both ends are inclusive.
 * Returns undefined to send the whole body, "none" when not satisfiable.
 */
export function rangeOf(
  header: string | null,
  size: number,
): { start: number; end: number } | "none" | undefined {
  const [, first = "", last = ""] = /^bytes=(\d*)-(\d*)$/i.exec(header?.trim() ?? "") ?? [];
  if (!first && !last) return undefined;
  const isSuffix = first === "";
  const start = isSuffix ? Math.max(0, size - Number(last)) : Number(first);
  const end = isSuffix || !last ? size - 1 : Number(last);
  if (!isSuffix && end < start && last) return undefined;
  return start >= size ? "none" : { start, end: Math.min(end, size - 1) };
}

/** Creates the response from a complete cached one: the requested range, or the whole body. */
export async function answerFrom(stored: Response, request: Request): Promise<Response> {
  const headers = new Headers(stored.headers);
  headers.set("Accept-Ranges", "bytes");
  if (new URL(request.url).searchParams.get("download") === "1") {
    const disposition = headers.get("Content-Disposition") ?? "inline";
    headers.set("Content-Disposition", disposition.replace(/^inline/, "attachment"));
  }
  const header = request.headers.get("Range");
  const expected = request.headers.get("If-Range");
  // If-Range does not match: send the whole new version.
  const isOtherVersion = expected !== null && expected !== stored.headers.get("ETag");
  if (header === null || isOtherVersion) return new Response(stored.body, { headers });
  // Blobs from Cache Storage stay on disk, so only the slice is read.
  const body = await stored.blob();
  const range = rangeOf(header, body.size);
  if (range === undefined) return new Response(body, { headers });
  if (range === "none") {
    headers.set("Content-Range", `bytes */${body.size}`);
    headers.set("Content-Length", "0");
    return new Response(null, { status: 416, headers });
  }
  const part = body.slice(range.start, range.end + 1);
  headers.set("Content-Range", `bytes ${range.start}-${range.end}/${body.size}`);
  headers.set("Content-Length", String(part.size));
  return new Response(part, { status: 206, headers });
}
