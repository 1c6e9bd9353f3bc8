type EvaluatingPage = { evaluate<Result>(run: () => Promise<Result>): Promise<Result> };

/** All files saved in a browser: cache entries by path, and the number of rows per store. */
export function deviceFiles(page: EvaluatingPage) {
  return page.evaluate(async () => {
    const buckets = (await caches.keys()).filter((name) => name.startsWith("files-"));
    const entries: { path: string; kind: string; sha256: string }[] = [];
    for (const name of buckets) {
      const bucket = await caches.open(name);
      for (const request of await bucket.keys()) {
        const answer = await bucket.match(request);
        // The entry was removed in the meantime.
        if (!answer) continue;
        const hash = await crypto.subtle.digest("SHA-256", await answer.arrayBuffer());
        const digits = [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0"));
        const path = request.url.slice(location.origin.length);
        entries.push({ path, kind: `${answer.status} ${answer.type}`, sha256: digits.join("") });
      }
    }
    entries.sort((one, other) => one.path.localeCompare(other.path));
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open("library");
      request.addEventListener("success", () => resolve(request.result));
      request.addEventListener("error", () => reject(request.error));
    });
    const names = [...db.objectStoreNames];
    const counts = await Promise.all(
      names.map((name) => {
        const request = db.transaction(name).objectStore(name).count();
        return new Promise<number>((resolve) => {
          request.addEventListener("success", () => resolve(request.result));
        });
      }),
    );
    db.close();
    return { buckets: buckets.length, entries, rows: counts };
  });
}
