import { catalogueRevision } from "../domain/catalogue.ts";
import type { Deps } from "../deps.ts";

/**
 * Keeps what was made from the catalogue until a product changes, in this process or another:
 * `cached(key, make)` gives the kept value or makes it anew.
 */
export function catalogueCache({ db }: Pick<Deps, "db">) {
  const kept = new Map<string, unknown>();
  // Both counters cost a microsecond; the revision is read only when some table has changed.
  const ownChanges = db.sqlite.prepare("SELECT total_changes()").pluck();
  const foreignChanges = db.sqlite.prepare("PRAGMA data_version").pluck();
  let seen = "";
  let revision = -1;

  const dropWhenChanged = () => {
    const now = `${ownChanges.get()}.${foreignChanges.get()}`;
    if (now === seen) return;
    seen = now;
    const current = catalogueRevision(db);
    if (current === revision) return;
    revision = current;
    kept.clear();
  };

  return {
    cached<Value>(key: string, make: () => Value): Value {
      dropWhenChanged();
      if (!kept.has(key)) {
        const value = make();
        kept.set(key, value);
        // What could not be made is tried again by the next request.
        if (value instanceof Promise) value.catch(() => kept.delete(key));
      }
      return kept.get(key) as Value;
    },
  };
}

export type CatalogueCache = ReturnType<typeof catalogueCache>;
