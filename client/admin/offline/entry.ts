import type { TableRow } from "../../../server/contract/tables.ts";
import { findConflicts, isSame, mergedChanges, pick, type Values } from "./merge.ts";

type EntryWork =
  | { kind: "create"; values: Values }
  | {
      kind: "update";
      values: Values;
      base: Values;
      /** Row version the update is based on; 0 for an unsent row. */
      version: number;
    }
  | { kind: "delete"; version: number }
  /** The file itself is stored separately, keyed by entry number. */
  | { kind: "upload"; upload: "media" | "file"; url: string };

/** Error message for the user, errors by field, and the server's machine-readable reason. */
export type Problem = { message: string; errors?: Record<string, string[]>; reason?: string };

/** Current row and its last author in a conflict; fields the server did not send are missing. */
export type Theirs = Partial<{ current: TableRow; changedBy: string; changedAt: string }>;

export type NewEntry = EntryWork & {
  table: string;
  /** Row id; temporary for an unsent row. An upload has its own temporary id. */
  row: number;
  label: string;
};

/** Queued write, stored on this device until the server has processed it. */
export type Entry = NewEntry & {
  /** Number in the outbox; 0 until it is stored. */
  n: number;
  key: string;
  /** Time of the last edit, in milliseconds. */
  at: number;
  /** Number of attempts; if above 0, the server may have applied the write. */
  tries: number;
  /** Every state except `waiting` requires the user to act, and blocks later entries of the row. */
  state: "waiting" | "rejected" | "conflict" | "gone";
  /** Error of a rejected entry, or of a waiting entry's last attempt. */
  problem?: Problem;
  theirs?: Theirs;
  /** Set if the update was merged with another user's changes to other fields. */
  merged?: true;
};

export type Outcome =
  /** Applied. Contains the new row, and the change set to undo. */
  | { kind: "done"; row?: TableRow; changeSet?: number | null }
  /**
   * The server is unavailable; stop sending. `message` is missing if there was no connection;
   * `afterMs` is the server's Retry-After.
   */
  | { kind: "retry"; of: "all"; afterMs?: number; message?: string }
  /** The server failed to process this entry. */
  | { kind: "retry"; of: "entry"; afterMs?: number; message: string }
  | { kind: "signed-out" }
  | { kind: "forbidden" }
  | ({ kind: "rejected" } & Problem)
  | { kind: "changed"; theirs: Theirs }
  | { kind: "gone" };

const FIRST_TEMPORARY = -1_000_000_000_000_000;

let newestId = 0;

/**
 * Returns an id for a row that is not on the server yet. The random part separates tabs; in one tab
 * ids never repeat, even within a millisecond.
 */
export function temporaryId(now = Date.now()): number {
  newestId = Math.max(newestId + 1, now * 1000 + Math.floor(Math.random() * 1000));
  return -newestId;
}

export function isTemporary(id: unknown): id is number {
  return typeof id === "number" && id <= FIRST_TEMPORARY;
}

/** Reports whether an entry belongs to the row. */
export function isOf(entry: NewEntry, { table, row }: { table: string; row: number }): boolean {
  return entry.table === table && entry.row === row;
}

/** Reports whether an entry can still be edited: the server has certainly not applied it. */
export function isOpen({ tries, state }: Entry): boolean {
  return tries === 0 || state !== "waiting";
}

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

/**
 * Prepares an entry for a manual retry, with corrected `values` if given. An unchanged create keeps
 * its idempotency key, so that a retry cannot create a duplicate row.
 */
export function retried(entry: Entry, values: Values | undefined, newKey: () => string): Entry {
  const next = reopened(values ? withValues(entry, values) : entry, newKey);
  return isSameCreation(entry, next) ? { ...next, key: entry.key } : next;
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

/** Merges a write into an entry; each field keeps its earliest base value. */
function join(last: Entry, write: Extract<NewEntry, { values: unknown }>): Entry | undefined {
  const reset = { tries: 0, state: "waiting" as const, label: write.label };
  const { problem: _problem, theirs: _theirs, ...before } = last;
  if (before.kind === "create") {
    const values = write.kind === "create" ? {} : before.values;
    return { ...before, ...reset, values: { ...values, ...write.values } };
  }
  if (before.kind !== "update" || write.kind !== "update") return undefined;
  const values = { ...before.values, ...write.values };
  const current = seenRow(last, write);
  if (!current) return { ...before, ...reset, values, base: { ...write.base, ...before.base } };
  const base = { ...before.base, ...write.base };
  // Keep the old version while other fields conflict, so that the server reports the conflict again.
  const isOpenStill = findConflicts({ base, current, mine: values }).length > 0;
  return {
    ...before,
    ...reset,
    values,
    base,
    version: isOpenStill ? before.version : current.version,
  };
}

/** Returns the other user's row if the write is based on it, so its author has seen that row. */
function seenRow(
  { theirs }: Entry,
  write: Extract<NewEntry, { kind: "update" }>,
): TableRow | undefined {
  const current = theirs?.current;
  if (!current || write.version !== current.version) return undefined;
  const isSeen = Object.keys(write.values).every((name) => isSame(write.base[name], current[name]));
  return isSeen ? current : undefined;
}

function newEntry(write: NewEntry, stamp: EntryStamp): Entry {
  return { ...write, ...stamp, n: 0, tries: 0, state: "waiting" };
}

/** Reports whether both entries create a row with the same values. */
function isSameCreation(one: NewEntry, other: NewEntry): boolean {
  if (one.kind !== "create" || other.kind !== "create") return false;
  return JSON.stringify(one.values) === JSON.stringify(other.values);
}

/**
 * Rebases an update on the current row. Returns "same" if the row already has its values, undefined
 * if a user has to decide. Keeps the idempotency key, which the server released with its rejection.
 */
function merge(entry: Entry, current: TableRow | undefined): Entry | "same" | undefined {
  if (entry.kind !== "update" || !current) return undefined;
  const merging = { base: entry.base, current, mine: entry.values };
  if (findConflicts(merging).length > 0) return undefined;
  const values = mergedChanges(merging);
  if (Object.keys(values).length === 0) return "same";
  return { ...rebase(entry, values, current, () => entry.key), merged: true };
}

/** Resets an entry for sending again, with the idempotency key from `newKey`. */
function reopened(entry: Entry, newKey: () => string): Entry {
  const { problem: _problem, theirs: _theirs, ...rest } = entry;
  return { ...rest, key: newKey(), tries: 0, state: "waiting" };
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

/** Updates the expected version of an entry that was based on the same version as `done`. */
function withVersion(entry: Entry, done: Entry, { version }: TableRow): Entry {
  if (entry.kind !== "update" && entry.kind !== "delete") return entry;
  const before = done.kind === "update" ? done.version : 0;
  return entry.version === before ? { ...entry, version } : entry;
}
