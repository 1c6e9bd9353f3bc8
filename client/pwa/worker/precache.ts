/** The prefix of the caches that hold them, one for each worker. */
export const PRECACHE_PREFIX = "shell-";

/** The prefix of the caches with the admin's code, in browsers that have opened it. */
export const ADMIN_CODE = "admin-code-";

/** The data-free document of the app, and the page for everything else without a connection. */
export const SHELL_PATH = "/app-shell";
export const OFFLINE_PATH = "/offline";

type Web = { caches: CacheStorage; fetch: typeof fetch };

/**
 * Stores the answers of all these paths, or of none: rejects, and leaves no cache behind, when one of
 * them is not the shop's own complete answer. Files whose name tells their content are taken over
 * from an older cache.
 */
export async function fillPrecache(web: Web, name: string, paths: string[]): Promise<void> {
  const store = async (cache: Cache, path: string) => {
    const isHashed = path.startsWith("/assets/");
    const kept = isHashed ? await web.caches.match(path, { ignoreVary: true }) : undefined;
    const answer = kept ?? (await web.fetch(path, { cache: isHashed ? "default" : "reload" }));
    if (answer.status !== 200 || answer.redirected || answer.type === "opaque") {
      throw new Error(`${path} was answered with ${answer.status}.`);
    }
    await cache.put(path, answer);
  };
  const cache = await web.caches.open(name);
  try {
    await Promise.all(paths.map((path) => store(cache, path)));
  } catch (error) {
    await web.caches.delete(name);
    throw error;
  }
}

/** Stores them where they are not stored yet. */
export async function keepPaths(web: Web, name: string, paths: string[]): Promise<void> {
  const stored = await (await web.caches.open(name)).keys();
  if (stored.length < paths.length) await fillPrecache(web, name, paths);
}

/**
 * Removes what older workers have stored under a prefix, but for the one before this: tabs that were
 * opened with it may still ask for its files (decision: worker-updates).
 */
export async function dropOldPrecaches(
  caches: CacheStorage,
  prefix: string,
  name: string,
): Promise<void> {
  const names = await caches.keys();
  const others = names.filter((other) => other.startsWith(prefix) && other !== name);
  await Promise.all(others.slice(0, -1).map((other) => caches.delete(other)));
}
