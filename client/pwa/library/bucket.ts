/** One user's bucket of Cache Storage. It is made by its first file alone, and goes with its last. */
export function bucketNamed(name: string) {
  // Opening a bucket makes it, and one that was emptied must stay away.
  const openIfThere = async () => ((await caches.has(name)) ? caches.open(name) : undefined);

  return {
    async listPaths(): Promise<string[]> {
      const requests = (await (await openIfThere())?.keys()) ?? [];
      return requests.map(({ url }) => new URL(url).pathname);
    },

    async remove(paths: string[]): Promise<void> {
      const bucket = paths.length > 0 && (await openIfThere());
      if (!bucket) return;
      await Promise.all(paths.map((path) => bucket.delete(path)));
      if ((await bucket.keys()).length === 0) await caches.delete(name);
    },

    /** Keeps a file under another path as well. */
    async copy(from: string, to: string): Promise<void> {
      const bucket = await openIfThere();
      const file = await bucket?.match(from);
      if (bucket && file) await bucket.put(to, file);
    },
  };
}
