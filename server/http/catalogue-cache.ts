import { catalogueRevision } from "../domain/catalogue.ts";
import type { Deps } from "../deps.ts";

/** How soon a change that another process has made to the database is looked for again. */
const FOREIGN_CHECK_MS = 250;

/**
 * Keeps what was made from the catalogue until a product changes: `cached(key, make)` gives the kept
 * value, or makes it anew. Changes of this process count at once, those of another process within a
 * quarter of a second. A promise is kept as what it brings, and forgotten when it fails.
 */
export function catalogueCache({ db, clock }: Pick<Deps, "db" | "clock">) {
  const kept = new Map<string, unknown>();
  const foreignChanges = db.sqlite.prepare("PRAGMA data_version").pluck();
  let writesSeen = -1;
  let foreignSeen: unknown;
  let checkedAt = -Infinity;
  let revision = -1;

  const hasChanged = () => {
    const writes = db.writeCount();
    const now = clock.now().getTime();
    const due = Math.abs(now - checkedAt) >= FOREIGN_CHECK_MS;
    const foreign = due ? foreignChanges.get() : foreignSeen;
    if (due) checkedAt = now;
    if (writes === writesSeen && foreign === foreignSeen) return false;
    writesSeen = writes;
    foreignSeen = foreign;
    return true;
  };

  // Most writes are orders: only a new revision of the catalogue makes what is kept stale.
  const dropWhenChanged = () => {
    if (!hasChanged()) return;
    const current = catalogueRevision(db);
    if (current === revision) return;
    revision = current;
    kept.clear();
  };

  const keepWhenDone = async (key: string, promise: Promise<unknown>) => {
    const madeFrom = revision;
    const value = await promise.catch(() => undefined);
    if (kept.get(key) !== promise) return;
    if (value === undefined || madeFrom !== revision) kept.delete(key);
    else kept.set(key, value);
  };

  return {
    cached<Value>(key: string, make: () => Value): Value | Awaited<Value> {
      dropWhenChanged();
      if (!kept.has(key)) {
        const value = make();
        kept.set(key, value);
        if (value instanceof Promise) void keepWhenDone(key, value);
      }
      return kept.get(key) as Value | Awaited<Value>;
    },
  };
}
