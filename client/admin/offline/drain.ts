import { applyOutcome, type Entry, isTemporary, type Outcome } from "./entry.ts";
import type { Values } from "./merge.ts";
import type { OutboxStore } from "./outbox-store.ts";

/** Result of a drain: `idle` means that no entry can be sent now. */
export type Phase = "idle" | "offline" | "signed-out" | "forbidden";

/** Number of server errors after which an entry is rejected and shown to the user. */
const MOST_FAULTS = 3;
/** Maximum entries marked as sent per transaction; batching saves disk flushes. */
const MAX_PARALLEL = 50;

/** Sends an entry and returns its outcome; never rejects. */
export type Send = (entry: Entry, file: Blob | undefined) => Promise<Outcome>;

type DrainParts = {
  store: OutboxStore;
  send: Send;
  /** Number of server errors by entry number. */
  faults: Map<number, number>;
  /** Called after an entry was sent and its outcome stored. */
  onSettled: (entry: Entry, outcome: Outcome) => void;
  isClosed: () => boolean;
};

type Drained = {
  end: Phase;
  /** Minimum delay before the next attempt, in milliseconds; undefined if no retry is needed. */
  afterMs?: number;
  sent: number;
};

/**
 * Sends the waiting entries in order until none can be sent. An entry waits for earlier entries of
 * its row, and for the file or new row that its values refer to.
 */
export async function drain(parts: DrainParts): Promise<Drained> {
  const { store, isClosed } = parts;
  const later = new Map<number, number>();
  let sent = 0;
  for (;;) {
    const waiting = sendable(await store.list()).filter(({ n }) => !later.has(n));
    // Probe with one entry until a request has succeeded.
    const next = waiting.slice(0, sent > 0 ? MAX_PARALLEL : 1);
    if (next.length === 0) break;
    for (const entry of await begin(next, store)) {
      if (isClosed()) return { end: "idle", sent };
      const outcome = await sendOne(entry, parts);
      const stop = stopOf(outcome);
      if (stop) return { ...stop, sent };
      if (outcome.kind === "retry") later.set(entry.n, outcome.afterMs ?? 0);
      else sent += 1;
    }
  }
  const [afterMs] = [...later.values()].toSorted((one, other) => one - other);
  return { end: "idle", sent, ...(afterMs !== undefined && { afterMs }) };
}

/** Returns how an outcome ends the drain; undefined if other entries can still be sent. */
function stopOf(outcome: Outcome): Pick<Drained, "end" | "afterMs"> | undefined {
  if (outcome.kind === "signed-out" || outcome.kind === "forbidden") return { end: outcome.kind };
  if (outcome.kind !== "retry" || outcome.of === "entry") return undefined;
  return { end: "offline", afterMs: outcome.afterMs ?? 0 };
}

/** Returns waiting entries whose dependencies have been sent. */
function sendable(queue: readonly Entry[]): Entry[] {
  const rows = new Set<string>();
  const unsent = new Set<unknown>();
  for (const entry of queue) {
    if (entry.kind === "upload") unsent.add(entry.url);
    if (entry.kind === "create") unsent.add(entry.row);
  }
  return queue.filter((entry) => {
    const row = `${entry.table} ${entry.row}`;
    const isFirst = !rows.has(row);
    rows.add(row);
    return (
      isFirst && entry.state === "waiting" && !valuesOf(entry).some((value) => unsent.has(value))
    );
  });
}

function valuesOf(entry: Entry): unknown[] {
  if (entry.kind !== "create" && entry.kind !== "update") return [];
  return Object.values(entry.values).flat();
}

/** Marks entries as possibly applied before sending them; skips entries edited in the meantime. */
async function begin(listed: Entry[], store: OutboxStore): Promise<Entry[]> {
  const begun: Entry[] = [];
  for (const entry of listed) {
    begun.push({ ...entry, ...(await withIds(entry, store)), tries: entry.tries + 1 });
  }
  return store.begin(begun);
}

/** Replaces temporary ids in the values with permanent ones. */
async function withIds(entry: Entry, { findMade }: OutboxStore): Promise<{ values?: Values }> {
  if ((entry.kind !== "create" && entry.kind !== "update") || !valuesOf(entry).some(isTemporary)) {
    return {};
  }
  const values = { ...entry.values };
  for (const [name, value] of Object.entries(values)) {
    if (isTemporary(value)) values[name] = (await findMade(value)) ?? value;
  }
  return { values };
}

async function sendOne(entry: Entry, { store, send, faults, onSettled }: DrainParts) {
  const file = entry.kind === "upload" ? await store.findFile(entry.n) : undefined;
  const outcome = afterFaults(await send(entry, file), entry, faults);
  const made = entry.kind === "create" && outcome.kind === "done" ? outcome.row?.id : undefined;
  const after = await store.change(entry, (entries) => applyOutcome(entries, entry, outcome), {
    ...(made !== undefined && { made }),
    // Losing this write in a power cut is safe: the repeated request gets the same response.
    isRelaxed: true,
  });
  const left = after.find(({ n }) => n === entry.n);
  // A merged entry is sent again; its outcome is reported then.
  if (outcome.kind !== "changed" || left?.state === "conflict") onSettled(entry, outcome);
  else if (!left) onSettled(entry, { kind: "done", ...rowOf(outcome) });
  return outcome;
}

/** Converts repeated server errors for the same entry to a rejection. */
function afterFaults(outcome: Outcome, { n }: Entry, faults: Map<number, number>): Outcome {
  if (outcome.kind !== "retry" || outcome.of === "all") return outcome;
  const count = (faults.get(n) ?? 0) + 1;
  faults.set(n, count);
  const { message } = outcome;
  return count < MOST_FAULTS ? outcome : { kind: "rejected", message };
}

function rowOf({ theirs }: Extract<Outcome, { kind: "changed" }>) {
  return theirs.current && { row: theirs.current };
}
