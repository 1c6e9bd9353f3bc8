import { catalogueRevision } from "../domain/catalogue.ts";
import type { Deps } from "../deps.ts";

/** How soon a change that another process has made to the database is looked for again. */
const FOREIGN_CHECK_MS = 250;

/**
 * Keeps what was made from the catalogue until a product changes (decision: prepared-answers). Changes
 * of this process count at once, those of another process within a quarter of a second. A promise is
 * kept as its result, and forgotten when it rejects.
 */
export function catalogueCache<Value>({ db, clock }: Pick<Deps, "db" | "clock">) {
  const kept = new Map<string, Value | Promise<Value>>();
  const foreignChanges = db.sqlite.prepare("PRAGMA data_version").pluck();
  let foreignSeen: unknown;
  let checkedAt = -Infinity;
  let revision = -1;

  db.onCommit((tables) => {
    if (tables.has("products")) kept.clear();
  });

  const isCheckDue = () => Math.abs(clock.now().getTime() - checkedAt) >= FOREIGN_CHECK_MS;

  const dropWhenForeign = () => {
    if (!isCheckDue()) return;
    checkedAt = clock.now().getTime();
    const foreign = foreignChanges.get();
    if (foreign === foreignSeen) return;
    foreignSeen = foreign;
    // Most changes are orders: only a new revision of the catalogue makes what is kept stale.
    const current = catalogueRevision(db);
    if (current !== revision) kept.clear();
    revision = current;
  };

  const keepWhenDone = async (key: string, promise: Promise<Value>) => {
    const value = await promise.catch(() => undefined);
    // What was dropped meanwhile was made from an older catalogue.
    if (kept.get(key) !== promise) return;
    if (value === undefined) kept.delete(key);
    else kept.set(key, value);
  };

  return {
    /** The kept value, or a promise of it; made anew when there is none. */
    cached(key: string, make: () => Value | Promise<Value>): Value | Promise<Value> {
      dropWhenForeign();
      const known = kept.get(key);
      if (known !== undefined) return known;
      const value = make();
      kept.set(key, value);
      if (value instanceof Promise) void keepWhenDone(key, value);
      return value;
    },

    /** The kept value, when it is there and known to be good without asking the database. */
    findKept(key: string): Value | undefined {
      if (isCheckDue()) return undefined;
      const value = kept.get(key);
      return value instanceof Promise ? undefined : value;
    },
  };
}
