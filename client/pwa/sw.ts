/// <reference lib="webworker" />
import type { WorkerMessage } from "./names.ts";
import { heldFiles } from "./worker/held-files.ts";
import { networkFirst } from "./worker/network-first.ts";
import {
  dropOldPrecaches,
  fillPrecache,
  OFFLINE_PATH,
  PRECACHE_PREFIX,
  SHELL_PATH,
} from "./worker/precache.ts";
import { answerFrom } from "./worker/range.ts";
import { routeOf } from "./worker/route.ts";

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: { url: string }[] };

/** Longer than a slow line takes, shorter than people wait. */
const APP_WAIT_MS = 2000;
/** The server writes the revision of its shell here: only it knows the shop's name and settings. */
const PRECACHE = `${PRECACHE_PREFIX}__SHELL_REVISION__`;
const PATHS = [SHELL_PATH, OFFLINE_PATH, ...self.__WB_MANIFEST.map(({ url }) => `/${url}`)];

const files = heldFiles(caches);
void files.refresh();

self.addEventListener("install", (event) => {
  event.waitUntil(fillPrecache({ caches, fetch: fetch.bind(self) }, PRECACHE, PATHS));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    dropOldPrecaches(caches, PRECACHE).then(async () => {
      await self.clients.claim();
    }),
  );
});

self.addEventListener("message", (event) => {
  const { type } = event.data as WorkerMessage;
  if (type === "SKIP_WAITING") void self.skipWaiting();
  if (type === "FILES_CHANGED") event.waitUntil(files.refresh());
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
