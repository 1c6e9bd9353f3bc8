import type { TableRow } from "../../../server/contract/tables.ts";
import { type Entry, isOf, isSameCreation, type Outcome } from "./entry.ts";
import { findConflicts, mergedChanges, pick, type Values } from "./merge.ts";

/**
 * Updates a row's outbox entries after one of them was sent. Removes a completed entry, keeps a
 * rejected one for the user to resolve, and merges or marks a conflicting one. Later entries get
 * the row's permanent id and new version.
 */
export function applyOutcome(entries: readonly Entry[], entry: Entry, outcome: Outcome): Entry[] {
  const put = (changed: Entry) => entries.map((other) => (other.n === entry.n ? changed : other));
  switch (outcome.kind) {
    case "done":
      return follow(without(entries, entry), entry, outcome.row);
    case "gone":
      if (entry.kind === "delete") return without(entries, entry);
      return put({ ...entry, state: "gone" });
    case "rejected": {
      const { kind: _kind, ...problem } = outcome;
      return put({ ...entry, state: "rejected", problem });
    }
    case "changed": {
      const merged = merge(entry, outcome.theirs.current);
      if (merged === "same") return follow(without(entries, entry), entry, outcome.theirs.current);
      return put(merged ?? { ...entry, state: "conflict", theirs: outcome.theirs });
    }
    case "retry": {
      const { message } = outcome;
      return message === undefined ? [...entries] : put({ ...entry, problem: { message } });
    }
    case "signed-out":
    case "forbidden":
      return [...entries];
  }
}

/**
 * Rebases a change of other fields on the current row; "same" when the row has all its values;
 * undefined when a person has to decide. The server has released the key with its refusal.
 */
function merge(entry: Entry, current: TableRow | undefined): Entry | "same" | undefined {
  if (entry.kind !== "update" || !current) return undefined;
  const merging = { base: entry.base, current, mine: entry.values };
  if (findConflicts(merging).length > 0) return undefined;
  const values = mergedChanges(merging);
  if (Object.keys(values).length === 0) return "same";
  return { ...rebase(entry, values, current, () => entry.key), merged: true };
}

/**
 * Resolves a conflict by writing `values` over the current row. Returns undefined if the row
 * already has these values, and the unchanged entry if there is no conflict.
 */
export function decide(entry: Entry, values: Values, newKey: () => string): Entry | undefined {
  if (entry.state !== "conflict") return entry;
  const current = entry.theirs?.current;
  // The server did not send the current row; sending again fetches it.
  if (!current) return reopened(entry, newKey);
  if (entry.kind === "delete") return reopened({ ...entry, version: current.version }, newKey);
  if (entry.kind !== "update") return entry;
  const changed = mergedChanges({ base: entry.base, current, mine: values });
  return Object.keys(changed).length > 0 ? rebase(entry, changed, current, newKey) : undefined;
}

/** Resets an entry for sending again, with a new idempotency key. */
export function reopened(entry: Entry, newKey: () => string): Entry {
  const { problem: _problem, theirs: _theirs, ...rest } = entry;
  return { ...rest, key: newKey(), tries: 0, state: "waiting" };
}

/**
 * Prepares an entry for a manual retry, with corrected `values` if given. An unchanged create keeps
 * its idempotency key, so that a retry cannot create a duplicate row.
 */
export function retried(entry: Entry, values: Values | undefined, newKey: () => string): Entry {
  const next = reopened(values ? withValues(entry, values) : entry, newKey);
  return isSameCreation(entry, next) ? { ...next, key: entry.key } : next;
}

function withValues(entry: Entry, values: Values): Entry {
  return entry.kind === "create" || entry.kind === "update" ? { ...entry, values } : entry;
}

function rebase(
  entry: Extract<Entry, { kind: "update" }>,
  values: Values,
  current: TableRow,
  newKey: () => string,
): Entry {
  const base = pick(current, Object.keys(values));
  return reopened({ ...entry, values, base, version: current.version }, newKey);
}

function without(entries: readonly Entry[], entry: Entry): Entry[] {
  return entries.filter(({ n }) => n !== entry.n);
}

/** Updates a row's later entries with its permanent id and new version. */
function follow(entries: Entry[], done: Entry, row: TableRow | undefined): Entry[] {
  if (!row) return entries;
  return entries.map((entry) => {
    if (!isOf(entry, done)) return entry;
    return { ...withVersion(entry, done, row), row: row.id };
  });
}

/** Only an entry based on the same version: the row was not changed in between. */
function withVersion(entry: Entry, done: Entry, { version }: TableRow): Entry {
  if (entry.kind !== "update" && entry.kind !== "delete") return entry;
  const before = done.kind === "update" ? done.version : 0;
  return entry.version === before ? { ...entry, version } : entry;
}
