import { FILES_CACHE_PREFIX } from "../names.ts";

/**
 * The paths of saved files, known synchronously: the worker must not answer requests for other files,
 * because a PDF that passes through a worker stays blank in some browsers.
 */
export function savedFiles(caches: CacheStorage) {
  /** Undefined while it is being read. */
  let saved: Set<string> | undefined;
  let turn = 0;

  return {
    async refresh(): Promise<void> {
      saved = undefined;
      turn += 1;
      const own = turn;
      const names = (await caches.keys()).filter((name) => name.startsWith(FILES_CACHE_PREFIX));
      const paths = await Promise.all(names.map((name) => listPaths(caches, name)));
      if (own === turn) saved = new Set(paths.flat());
    },

    /** False only if the file is known not to be saved. */
    mayBeSaved: (path: string): boolean => saved?.has(path) ?? true,
  };
}

async function listPaths(caches: CacheStorage, name: string): Promise<string[]> {
  const cache = await caches.open(name);
  return (await cache.keys()).map(({ url }) => new URL(url).pathname);
}
