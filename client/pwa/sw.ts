/// <reference lib="webworker" />
import type { WorkerMessage } from "./names.ts";
import { heldFiles } from "./worker/held-files.ts";
import { networkFirst } from "./worker/network-first.ts";
import {
  ADMIN_CODE,
  dropOldPrecaches,
  fillPrecache,
  keepPaths,
  OFFLINE_PATH,
  PRECACHE_PREFIX,
  SHELL_PATH,
} from "./worker/precache.ts";
import { answerFrom } from "./worker/range.ts";
import { routeOf } from "./worker/route.ts";

declare const self: ServiceWorkerGlobalScope & {
  /** All files of the app; those of the admin alone are told from the others. */
  __WB_MANIFEST: { url: string; admin?: true }[];
};

/** Longer than a slow line takes, shorter than people wait. */
const APP_WAIT_MS = 2000;
/** The server writes the revision of its shell here: only it knows the shop's name and settings. */
const REVISION = "__SHELL_REVISION__";
const PRECACHE = PRECACHE_PREFIX + REVISION;
const ADMIN_CACHE = ADMIN_CODE + REVISION;
const LISTED = self.__WB_MANIFEST.map(({ url, admin }) => ({ path: `/${url}`, admin }));
const pathsOf = (admin?: true) =>
  LISTED.filter((file) => file.admin === admin).map(({ path }) => path);
const PATHS = [SHELL_PATH, OFFLINE_PATH, ...pathsOf()];
const web = { caches, fetch: fetch.bind(self) };

const files = heldFiles(caches);
void files.refresh();

self.addEventListener("install", (event) => {
  event.waitUntil(fillPrecache(web, PRECACHE, PATHS).then(keepAdminAgain));
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
  if (type === "KEEP_ADMIN") event.waitUntil(keepAdmin());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const route = routeOf(request, self.location.origin);
  if (route === "app") {
    const instead = () => kept(SHELL_PATH);
    event.respondWith(networkFirst({ ask: () => fetch(request), instead, waitMs: APP_WAIT_MS }));
  } else if (route === "page") {
    event.respondWith(fetch(request).catch(offlinePage));
  } else if (route === "asset") {
    event.respondWith(anyKept(request.url).then((hit) => hit ?? fetch(request)));
  } else if (route === "file" && files.mayHold(new URL(request.url).pathname)) {
    event.respondWith(file(request));
  }
});

function keepAdmin(): Promise<void> {
  return keepPaths(web, ADMIN_CACHE, pathsOf(true));
}

/** Where the build before was kept, this one is. What does not come is asked for with the next visit. */
async function keepAdminAgain(): Promise<void> {
  const names = await caches.keys();
  if (names.some((name) => name.startsWith(ADMIN_CODE))) await keepAdmin().catch(() => {});
}

async function file(request: Request): Promise<Response> {
  const stored = await anyKept(new URL(request.url).pathname);
  return stored ? answerFrom(stored, request) : fetch(request);
}

async function offlinePage(): Promise<Response> {
  const page = await kept(OFFLINE_PATH);
  return page ? new Response(page.body, { status: 503, headers: page.headers }) : Response.error();
}

function kept(path: string): Promise<Response | undefined> {
  return caches.match(path, { cacheName: PRECACHE, ignoreVary: true });
}

function anyKept(path: string): Promise<Response | undefined> {
  return caches.match(path, { ignoreVary: true });
}
