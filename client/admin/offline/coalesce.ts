import { type Entry, isOf, isSameCreation, isTemporary, type NewEntry } from "./entry.ts";
import { isSame, type Values } from "./merge.ts";

type EntryStamp = { key: string; at: number };

/**
 * Adds a write to the queue, coalescing it with the row's last entry if the server has certainly
 * not applied that entry. Deleting an unsent new row removes its entries.
 */
export function coalesce(entries: readonly Entry[], write: NewEntry, stamp: EntryStamp): Entry[] {
  const own = entries.filter((entry) => isOf(entry, write));
  const last = own.at(-1);
  if (last && isOpen(last)) {
    if (write.kind === "update" || write.kind === "create") {
      const joined = join(last, write);
      if (joined) {
        // Keep the idempotency key: the failed attempt may have created the row.
        const { key, at } = isSameCreation(last, joined) ? { ...stamp, key: last.key } : stamp;
        return entries.map((entry) => (entry === last ? { ...joined, key, at } : entry));
      }
    }
    if (write.kind === "delete") {
      const others = entries.filter((entry) => !(isOf(entry, write) && isOpen(entry)));
      const isUnsent = own.every(isOpen) && own[0]?.kind === "create";
      return isUnsent ? others : [...others, newEntry(write, stamp)];
    }
  }
  return [...entries, newEntry(asChange(write, own), stamp)];
}

/** Converts a repeated create to an update, because the first attempt may have created the row. */
function asChange(write: NewEntry, own: readonly Entry[]): NewEntry {
  if (write.kind !== "create" || (own.length === 0 && isTemporary(write.row))) return write;
  const { table, row, label, values } = write;
  const base: Values = Object.assign(
    {},
    ...own.map((entry) => ("values" in entry ? entry.values : {})),
  );
  return { kind: "update", table, row, label, values, base, version: 0 };
}

/** Reports whether an entry can still be edited: the server has certainly not applied it. */
export function isOpen({ tries, state }: Entry): boolean {
  return tries === 0 || state !== "waiting";
}

/** Merges a write into an entry; each field keeps its earliest base value. */
function join(last: Entry, write: Extract<NewEntry, { values: unknown }>): Entry | undefined {
  const reset = { tries: 0, state: "waiting" as const, label: write.label };
  const { problem: _problem, theirs: _theirs, ...before } = last;
  if (before.kind === "create") {
    const values = write.kind === "create" ? {} : before.values;
    return { ...before, ...reset, values: { ...values, ...write.values } };
  }
  if (before.kind !== "update" || write.kind !== "update") return undefined;
  if (isDecision(last, write)) return { ...before, ...write, ...reset };
  const values = { ...before.values, ...write.values };
  return { ...before, ...reset, values, base: { ...write.base, ...before.base } };
}

/** Whether the write is based on the other person's row, so that its author has seen it. */
function isDecision({ theirs }: Entry, write: Extract<NewEntry, { kind: "update" }>): boolean {
  const current = theirs?.current;
  if (!current || write.version !== current.version) return false;
  return Object.keys(write.values).every((name) => isSame(write.base[name], current[name]));
}

function newEntry(write: NewEntry, stamp: EntryStamp): Entry {
  return { ...write, ...stamp, n: 0, tries: 0, state: "waiting" };
}
