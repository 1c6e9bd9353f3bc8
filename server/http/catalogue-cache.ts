import { catalogueRevision } from "../domain/catalogue.ts";
import type { Deps } from "../deps.ts";

/** How soon a product that another process has changed is seen here. */
const FOREIGN_CHECK_MS = 500;

/**
 * Keeps what was made from the catalogue until a product changes: `cached(key, make)` gives the kept
 * value, or makes it anew. Changes of this process count at once, those of others within half a
 * second. A promise is kept as what it brings, and forgotten when it fails.
 */
export function catalogueCache({ db }: Pick<Deps, "db">) {
  const kept = new Map<string, unknown>();
  const foreignChanges = db.sqlite.prepare("PRAGMA data_version").pluck();
  let writesSeen = -1;
  let foreignSeen: unknown;
  let foreignCheckAt = 0;
  let revision = -1;

  const hasChanged = () => {
    let changed = false;
    const writes = db.writeCount();
    if (writes !== writesSeen) {
      writesSeen = writes;
      changed = true;
    }
    const now = performance.now();
    if (now >= foreignCheckAt) {
      foreignCheckAt = now + FOREIGN_CHECK_MS;
      const foreign = foreignChanges.get();
      changed ||= foreign !== foreignSeen;
      foreignSeen = foreign;
    }
    return changed;
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
