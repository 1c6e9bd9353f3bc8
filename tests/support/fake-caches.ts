/** In-memory fake of the Cache Storage methods that the service worker uses. */
export function fakeCaches() {
  const stored = new Map<string, Map<string, Response>>();
  const pathOf = (asked: RequestInfo | URL) => new URL(String(asked), "https://shop.example").href;
  const cacheOf = (entries: Map<string, Response>) => ({
    put: async (asked: RequestInfo | URL, answer: Response) =>
      void entries.set(pathOf(asked), answer),
    keys: async () => [...entries.keys()].map((url) => new Request(url)),
  });
  const caches = {
    keys: async () => [...stored.keys()],
    delete: async (name: string) => stored.delete(name),
    open: async (name: string) => {
      const entries = stored.get(name) ?? new Map<string, Response>();
      stored.set(name, entries);
      return cacheOf(entries);
    },
    match: async (asked: RequestInfo | URL) => {
      const found = [...stored.values()].find((entries) => entries.has(pathOf(asked)));
      return found?.get(pathOf(asked))?.clone();
    },
  };
  return {
    caches: caches as unknown as CacheStorage,
    pathsIn: (name: string) =>
      [...(stored.get(name)?.keys() ?? [])].map((url) => new URL(url).pathname),
  };
}
