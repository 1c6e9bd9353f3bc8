import { type Entry, isOf, isSameCreation, type NewEntry } from "./entry.ts";
import { isSame } from "./merge.ts";

export type Stamp = { key: string; at: number };

/**
 * Adds a write to the entries of its row. What was never sent, or was refused, becomes one with it; what
 * may have arrived stays as it was sent. A new row that is deleted before it was sent leaves nothing.
 */
export function coalesce(entries: readonly Entry[], write: NewEntry, stamp: Stamp): Entry[] {
  const own = entries.filter((entry) => isOf(entry, write));
  const last = own.at(-1);
  if (last && isOpen(last)) {
    if (write.kind === "update" || write.kind === "create") {
      const joined = join(last, write);
      if (joined) {
        // Keep the key: if the failed attempt reached the server, it creates no second row.
        const { key, at } = isSameCreation(last, joined) ? { ...stamp, key: last.key } : stamp;
        return entries.map((entry) => (entry === last ? { ...joined, key, at } : entry));
      }
    }
    if (write.kind === "delete") {
      const others = entries.filter((entry) => !(isOf(entry, write) && isOpen(entry)));
      const isUnsent = own.every(isOpen) && own[0]?.kind === "create";
      return isUnsent ? others : [...others, fresh(write, stamp)];
    }
  }
  return [...entries, fresh(write, stamp)];
}

/** Whether an entry can still be changed: the server has certainly not done it. */
export function isOpen({ tries, state }: Entry): boolean {
  return tries === 0 || state !== "waiting";
}

/** A new row takes the values, a change as well: of each field the first base counts. */
function join(last: Entry, write: Extract<NewEntry, { values: unknown }>): Entry | undefined {
  const reset = { tries: 0, state: "waiting" as const, label: write.label };
  const { problem: _problem, theirs: _theirs, ...kept } = last;
  if (kept.kind === "create") {
    const before = write.kind === "create" ? {} : kept.values;
    return { ...kept, ...reset, values: { ...before, ...write.values } };
  }
  if (kept.kind !== "update" || write.kind !== "update") return undefined;
  if (isDecision(last, write)) return { ...kept, ...write, ...reset };
  const values = { ...kept.values, ...write.values };
  return { ...kept, ...reset, values, base: { ...write.base, ...kept.base } };
}

/** Whether a change was made by one who has seen what another made of the same fields. */
function isDecision({ theirs }: Entry, write: Extract<NewEntry, { kind: "update" }>): boolean {
  const current = theirs?.current;
  if (!current || write.version !== current.version) return false;
  return Object.keys(write.values).every((name) => isSame(write.base[name], current[name]));
}

function fresh(write: NewEntry, stamp: Stamp): Entry {
  return { ...write, ...stamp, n: 0, tries: 0, state: "waiting" };
}
