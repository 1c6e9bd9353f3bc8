import type { Deps } from "../deps.ts";
import type { ReadPublic } from "../domain/public-reads.ts";

const FOREIGN_CHECK_MS = 250;

type CachedAnswer<Answer> = { answer: Answer | Promise<Answer>; tables: Set<string> };

/** Caches answers until their tables change. Detects other processes' changes within 250 ms. */
export function sharedAnswersCache<Answer>({ db, clock }: Pick<Deps, "db" | "clock">) {
  const cache = new Map<string, CachedAnswer<Answer>>();
  const foreignChanges = db.sqlite.prepare("PRAGMA data_version").pluck();
  let foreignSeen: unknown;
  let checkedAt = -Infinity;

  db.onCommit((changed) => {
    for (const [key, { tables }] of cache) if (!tables.isDisjointFrom(changed)) cache.delete(key);
  });

  const isCheckDue = () => Math.abs(clock.now().getTime() - checkedAt) >= FOREIGN_CHECK_MS;

  const dropAfterForeignChange = () => {
    if (!isCheckDue()) return;
    checkedAt = clock.now().getTime();
    const foreign = foreignChanges.get();
    if (foreign !== foreignSeen) cache.clear();
    foreignSeen = foreign;
  };

  return {
    /** Returns a cached answer or makes it. `make` must read the database only through `read`. */
    cached(key: string, make: (read: ReadPublic) => Answer | Promise<Answer>) {
      dropAfterForeignChange();
      const known = cache.get(key);
      if (known) return known.answer;
      const tables = new Set<string>();
      const answer = make(({ tables: named, read }) => {
        for (const table of named) tables.add(table);
        return read(db);
      });
      const entry: CachedAnswer<Answer> = { answer, tables };
      cache.set(key, entry);
      if (answer instanceof Promise) {
        answer.then(
          (made) => (entry.answer = made),
          () => cache.get(key) === entry && cache.delete(key),
        );
      }
      return answer;
    },

    findCached(key: string): Answer | undefined {
      if (isCheckDue()) return undefined;
      const answer = cache.get(key)?.answer;
      return answer instanceof Promise ? undefined : answer;
    },
  };
}
