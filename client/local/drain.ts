import { type Entry, isTemporary, type Outcome } from "./entry.ts";
import type { Values } from "./merge.ts";
import type { Send } from "./outbox.ts";
import type { OutboxStore } from "./outbox-store.ts";
import { settle } from "./settle.ts";

/** How sending has ended: `idle` when nothing is left that can be sent. */
export type Phase = "idle" | "offline" | "signed-out" | "forbidden";

type Draining = {
  store: OutboxStore;
  send: Send;
  newKey: () => string;
  /** Told of what was sent, and either left the outbox or stays in it. */
  onSettled: (entry: Entry, outcome: Outcome) => void;
  onChange: () => void;
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
    const queue = await store.list();
    const open = new Set(queue.map(({ n }) => n));
    let isMoved = false;
    for (const entry of queue) {
      if (isClosed()) return { end: "idle", sent };
      if (later.has(entry.n) || isHeld(entry, queue, open)) continue;
      const outcome = await sendOne(entry, parts);
      if (!outcome) continue;
      const stop = stopOf(outcome);
      if (stop) return { ...stop, sent };
      if (outcome.kind === "retry") later.set(entry.n, outcome.afterMs ?? 0);
      else {
        isMoved = true;
        if (outcome.kind === "done") {
          open.delete(entry.n);
          sent += 1;
        }
      }
    }
    if (!isMoved) break;
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

/** Whether something has to be sent before an entry. */
function isHeld(entry: Entry, queue: readonly Entry[], open: ReadonlySet<number>): boolean {
  if (entry.state !== "waiting") return true;
  const needed = neededBy(entry);
  return queue.some((other) => {
    if (!open.has(other.n) || other === entry) return false;
    if (other.table === entry.table && other.row === entry.row) return other.n < entry.n;
    if (other.kind === "upload") return needed.has(other.url);
    return other.kind === "create" && needed.has(other.row);
  });
}

/** URLs of files and temporary ids that an entry's values name. */
function neededBy(entry: Entry): ReadonlySet<unknown> {
  if (entry.kind !== "create" && entry.kind !== "update") return new Set();
  const values = Object.values(entry.values).flat();
  return new Set(values.filter((value) => typeof value === "string" || isTemporary(value)));
}

/** Undefined when the entry was changed since it was listed: it is looked at again. */
async function sendOne(listed: Entry, parts: Draining): Promise<Outcome | undefined> {
  const { store, send, newKey, onSettled, onChange } = parts;
  const entry = await begin(listed, store);
  if (!entry) return undefined;
  const file = entry.kind === "upload" ? await store.findFile(entry.n) : undefined;
  const outcome = await send(entry, file);
  const after = await store.change(
    entry,
    (entries) => settle(entries, entry, outcome, newKey),
    entry.kind === "create" && outcome.kind === "done" && outcome.row
      ? { made: outcome.row.id }
      : {},
  );
  const left = after.find(({ n }) => n === entry.n);
  // A change of other fields than theirs goes on by itself.
  if (outcome.kind !== "changed" || left?.state === "conflict") onSettled(entry, outcome);
  else if (!left) onSettled(entry, { kind: "done", ...rowOf(outcome) });
  onChange();
  return outcome;
}

function rowOf({ theirs }: Extract<Outcome, { kind: "changed" }>) {
  return theirs.current && { row: theirs.current };
}

/** Notes that an entry may arrive from now on. */
async function begin(listed: Entry, store: OutboxStore): Promise<Entry | undefined> {
  const values = await withIds(listed, store);
  let begun: Entry | undefined;
  await store.change(listed, (entries) =>
    entries.map((entry) => {
      if (entry.n !== listed.n || entry.key !== listed.key) return entry;
      begun = { ...entry, ...values, tries: entry.tries + 1 };
      return begun;
    }),
  );
  return begun;
}

/** The values of an entry with the ids of rows that were made meanwhile. */
async function withIds(entry: Entry, { findMade }: OutboxStore): Promise<{ values?: Values }> {
  if (entry.kind !== "create" && entry.kind !== "update") return {};
  const values = { ...entry.values };
  for (const [name, value] of Object.entries(values)) {
    if (isTemporary(value)) values[name] = (await findMade(value)) ?? value;
  }
  return { values };
}
