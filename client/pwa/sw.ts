/// <reference lib="webworker" />
import type { WorkerMessage } from "../device/names.ts";
import {
  ADMIN_CODE,
  dropOldPrecaches,
  fillPrecache,
  cachePaths,
  OFFLINE_PATH,
  PRECACHE_PREFIX,
  SHELL_PATH,
} from "./worker/precache.ts";
import { answerFrom, networkFirst, routeOf, savedFiles } from "./worker/requests.ts";

declare const self: ServiceWorkerGlobalScope & {
  /** Build files to precache; `admin` marks files that only the admin uses. */
  __WB_MANIFEST: { url: string; admin?: true }[];
};

const APP_WAIT_MS = 2000;
/** Placeholder replaced by the server, because the shell depends on the shop's settings. */
const REVISION = "__SHELL_REVISION__";
const PRECACHE = PRECACHE_PREFIX + REVISION;
const ADMIN_CACHE = ADMIN_CODE + REVISION;
const LISTED = self.__WB_MANIFEST.map(({ url, admin }) => ({ path: `/${url}`, admin }));
const pathsOf = (admin?: true) =>
  LISTED.filter((file) => file.admin === admin).map(({ path }) => path);
const PATHS = [SHELL_PATH, OFFLINE_PATH, ...pathsOf()];
const web = { caches, fetch: fetch.bind(self) };

const files = savedFiles(caches);
void files.refresh();

self.addEventListener("install", (event) => {
  event.waitUntil(fillPrecache(web, PRECACHE, PATHS).then(recacheAdmin));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    Promise.all([
      dropOldPrecaches(caches, PRECACHE_PREFIX, PRECACHE),
      dropOldPrecaches(caches, ADMIN_CODE, ADMIN_CACHE),
    ]).then(() => self.clients.claim()),
  );
});

self.addEventListener("message", (event) => {
  const { type } = event.data as WorkerMessage;
  if (type === "SKIP_WAITING") void self.skipWaiting();
  if (type === "FILES_CHANGED") event.waitUntil(files.refresh());
  if (type === "KEEP_ADMIN") event.waitUntil(cacheAdmin());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const route = routeOf(request, self.location.origin);
  if (route === "app") {
    const fallback = () => matchPrecached(SHELL_PATH);
    event.respondWith(
      networkFirst({ request: () => fetch(request), fallback, waitMs: APP_WAIT_MS }),
    );
  } else if (route === "page") {
    event.respondWith(fetch(request).catch(offlinePage));
  } else if (route === "asset") {
    event.respondWith(matchAny(request.url).then((hit) => hit ?? fetch(request)));
  } else if (route === "file" && files.mayBeSaved(new URL(request.url).pathname)) {
    event.respondWith(file(request));
  }
});

function cacheAdmin(): Promise<void> {
  return cachePaths(web, ADMIN_CACHE, pathsOf(true));
}

/** Caches the admin's new build if an older one was cached. The next visit retries. */
async function recacheAdmin(): Promise<void> {
  const names = await caches.keys();
  if (names.some((name) => name.startsWith(ADMIN_CODE))) await cacheAdmin().catch(() => {});
}

async function file(request: Request): Promise<Response> {
  const stored = await matchAny(new URL(request.url).pathname);
  return stored ? answerFrom(stored, request) : fetch(request);
}

async function offlinePage(): Promise<Response> {
  const page = await matchPrecached(OFFLINE_PATH);
  return page ? new Response(page.body, { status: 503, headers: page.headers }) : Response.error();
}

function matchPrecached(path: string): Promise<Response | undefined> {
  return caches.match(path, { cacheName: PRECACHE, ignoreVary: true });
}

function matchAny(path: string): Promise<Response | undefined> {
  return caches.match(path, { ignoreVary: true });
}
