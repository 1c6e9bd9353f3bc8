import { FILES_CACHE_PREFIX } from "../names.ts";

/**
 * Which files the browser holds, known without waiting: a request for any other file must not be
 * answered by the worker at all, for a PDF that is handed on by one stays blank in some browsers.
 */
export function heldFiles(caches: CacheStorage) {
  /** Undefined while it is being found out. */
  let held: Set<string> | undefined;
  let turn = 0;

  return {
    /** Looks again at what is held. */
    async refresh(): Promise<void> {
      held = undefined;
      turn += 1;
      const mine = turn;
      const names = (await caches.keys()).filter((name) => name.startsWith(FILES_CACHE_PREFIX));
      const paths = await Promise.all(names.map((name) => listPaths(caches, name)));
      if (mine === turn) held = new Set(paths.flat());
    },

    /** False only when the file is known not to be held. */
    mayHold: (path: string): boolean => held?.has(path) ?? true,
  };
}

async function listPaths(caches: CacheStorage, name: string): Promise<string[]> {
  const cache = await caches.open(name);
  return (await cache.keys()).map(({ url }) => new URL(url).pathname);
}
