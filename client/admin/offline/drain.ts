import { type Entry, isTemporary, type Outcome } from "./entry.ts";
import type { Values } from "./merge.ts";
import type { Send } from "./outbox.ts";
import type { OutboxStore } from "./outbox-store.ts";
import { applyOutcome } from "./apply-outcome.ts";

/** How sending has ended: `idle` when nothing is left that can be sent. */
export type Phase = "idle" | "offline" | "signed-out" | "forbidden";

/** How many are noted as sent at once: each such note waits for the disk. */
const MOST_BEGUN = 50;

type Draining = {
  store: OutboxStore;
  send: Send;
  newKey: () => string;
  /** Told of what was sent, and either left the outbox or stays in it. */
  onSettled: (entry: Entry, outcome: Outcome) => void;
  isClosed: () => boolean;
};

type Drained = {
  end: Phase;
  /** To be tried again then, at the earliest; undefined when there is nothing to try. */
  afterMs?: number;
  sent: number;
};

/**
 * Sends what waits, one after the other in its order, until nothing is left that can be sent. An entry
 * waits for those of its row before it, and for the file or the row that its values name.
 */
export async function drain(parts: Draining): Promise<Drained> {
  const { store, isClosed } = parts;
  const later = new Map<number, number>();
  let sent = 0;
  for (;;) {
    const waiting = sendable(await store.list()).filter(({ n }) => !later.has(n));
    // As long as it is not known that a call arrives, one is tried.
    const next = waiting.slice(0, sent > 0 ? MOST_BEGUN : 1);
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

/** What ends the sending of everything. */
function stopOf(outcome: Outcome): Pick<Drained, "end" | "afterMs"> | undefined {
  if (outcome.kind === "signed-out" || outcome.kind === "forbidden") return { end: outcome.kind };
  if (outcome.kind !== "retry" || outcome.of === "entry") return undefined;
  return { end: "offline", afterMs: outcome.afterMs ?? 0 };
}

/** The entries that nothing else has to be sent before. */
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

/** Notes on the disk that these may arrive from now on; one that was changed meanwhile is left out. */
async function begin(listed: Entry[], store: OutboxStore): Promise<Entry[]> {
  const begun: Entry[] = [];
  for (const entry of listed) {
    begun.push({ ...entry, ...(await withIds(entry, store)), tries: entry.tries + 1 });
  }
  return store.begin(begun);
}

/** The values of an entry with the ids of rows that were made meanwhile. */
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

async function sendOne(entry: Entry, { store, send, newKey, onSettled }: Draining) {
  const file = entry.kind === "upload" ? await store.findFile(entry.n) : undefined;
  const outcome = await send(entry, file);
  const made = entry.kind === "create" && outcome.kind === "done" ? outcome.row?.id : undefined;
  const after = await store.change(
    entry,
    (entries) => applyOutcome(entries, entry, outcome, newKey),
    {
      ...(made !== undefined && { made }),
      // Sent again after a power cut, it gets the same answer.
      isRelaxed: true,
    },
  );
  const left = after.find(({ n }) => n === entry.n);
  // A change of other fields than theirs goes on by itself.
  if (outcome.kind !== "changed" || left?.state === "conflict") onSettled(entry, outcome);
  else if (!left) onSettled(entry, { kind: "done", ...rowOf(outcome) });
  return outcome;
}

function rowOf({ theirs }: Extract<Outcome, { kind: "changed" }>) {
  return theirs.current && { row: theirs.current };
}
