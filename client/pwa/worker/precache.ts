/** Name prefix of the precaches, one per service worker version. */
export const PRECACHE_PREFIX = "shell-";

/** Name prefix of the caches with the admin's code. */
export const ADMIN_CODE = "admin-code-";

/** Precached pages: the app shell without data, and the offline page for paths outside the app. */
export const SHELL_PATH = "/app-shell";
export const OFFLINE_PATH = "/offline";

type Web = { caches: CacheStorage; fetch: typeof fetch };

/**
 * Caches all paths or none: rejects and deletes the cache unless every response has status 200 and
 * is neither redirected nor opaque. Hashed files are copied from older caches.
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

export async function cachePaths(web: Web, name: string, paths: string[]): Promise<void> {
  const stored = await (await web.caches.open(name)).keys();
  if (stored.length < paths.length) await fillPrecache(web, name, paths);
}

/** Deletes the caches of older workers except the previous one, whose tabs may still be open. */
export async function dropOldPrecaches(
  caches: CacheStorage,
  prefix: string,
  name: string,
): Promise<void> {
  const names = await caches.keys();
  const others = names.filter((other) => other.startsWith(prefix) && other !== name);
  await Promise.all(others.slice(0, -1).map((other) => caches.delete(other)));
}
