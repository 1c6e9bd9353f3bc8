import { DeviceError, type DeviceReason } from "../../lib/idb.ts";
import { randomKey } from "../../lib/retry.ts";
import { createListeners, createStore } from "../../lib/store.ts";
import type { TabChannel } from "../../lib/tabs.ts";
import { decide, retried } from "./apply-outcome.ts";
import { coalesce } from "./coalesce.ts";
import type { Phase } from "./drain.ts";
import type { Entry, NewEntry, Outcome } from "./entry.ts";
import type { Values } from "./merge.ts";
import { createSender } from "./outbox-sender.ts";
import type { Edit, OutboxStore, Scope } from "./outbox-store.ts";

/** While many entries are sent, the list is refreshed this often. */
const REFRESH_MS = 250;
/** How long a write waits for its outcome after the last attempt had no connection. */
const OFFLINE_WAIT_MS = 1_000;

/** Sends an entry and returns its outcome; never rejects. */
export type Send = (entry: Entry, file: Blob | undefined) => Promise<Outcome>;

/** Messages between the tabs, which also reach this tab's own listeners. */
type OutboxNews =
  | { type: "changed" }
  | { type: "phase"; phase: Phase }
  | { type: "settled"; entry: Entry; outcome: Outcome };
type NewsListeners = ReturnType<typeof createListeners<[news: OutboxNews]>>;

/** What is stored, or deleted, in the transaction of a write. */
type WriteExtra = { file?: Blob; draft?: string };

type OutboxParts = {
  store: OutboxStore;
  send: Send;
  /** Runs while no other tab does. */
  withLock: (run: () => Promise<void>) => Promise<void>;
  channel: TabChannel<OutboxNews>;
  newKey?: () => string;
  now?: () => number;
};

type OutboxState = {
  entries: readonly Entry[];
  phase: Phase;
  trouble: DeviceReason | undefined;
};

export type Outbox = ReturnType<typeof createOutbox>;

/**
 * The queue of writes. A write is stored on this device before it is sent, and until the server has
 * it. Every tab adds to the queue; one tab at a time sends.
 */
export function createOutbox(parts: OutboxParts) {
  const { store, channel, newKey = randomKey, now = Date.now } = parts;
  const state = createStore<OutboxState>({ entries: [], phase: "idle", trouble: undefined });
  const news: NewsListeners = createListeners();
  let isClosed = false;
  let refreshing: ReturnType<typeof setTimeout> | undefined;

  const setState = (change: Partial<OutboxState>) => state.set({ ...state.get(), ...change });
  const refresh = oneAtATime(() =>
    guard(async () => {
      setState({ entries: await store.list() });
    }),
  );

  const sender = createSender({
    store,
    send: parts.send,
    withLock: parts.withLock,
    guard,
    onSettled(entry, outcome) {
      publish({ type: "settled", entry, outcome });
      refreshing ??= setTimeout(publishEntries, REFRESH_MS);
    },
    onEnd(phase) {
      publishEntries();
      publish({ type: "phase", phase });
    },
  });
  const wake = () => void sender.sendNow();

  channel.onMessage(receive);

  function receive(piece: OutboxNews): void {
    if (piece.type === "changed") void refresh().catch(reportError);
    if (piece.type === "phase") setState({ phase: piece.phase });
    news.notify(piece);
  }

  function publish(piece: OutboxNews): void {
    if (isClosed) return;
    channel.post(piece);
    receive(piece);
  }

  function publishEntries(): void {
    clearTimeout(refreshing);
    refreshing = undefined;
    publish({ type: "changed" });
  }

  /** Shows storage errors of background work, which has no caller to reject. */
  async function guard(run: () => Promise<void>): Promise<void> {
    setState({ trouble: await troubleOf(run) });
  }

  async function change(scope: Scope, edit: Edit, extra: WriteExtra = {}): Promise<Entry[]> {
    const changed = await store.change(scope, edit, extra);
    channel.post({ type: "changed" });
    return changed;
  }

  /** Changes one entry that needs a person, and sends it if possible. */
  async function answer(n: number, edit: (entry: Entry) => Entry | undefined): Promise<void> {
    const entry = state.get().entries.find((entry) => entry.n === n);
    if (!entry) return;
    const replace = (other: Entry) => (other.n === n ? (edit(other) ?? []) : other);
    await change(entry, (all) => all.flatMap(replace));
    await refresh();
    wake();
  }

  return {
    /** All entries in order, as last read; the same array until they change. */
    entries: () => state.get().entries,
    phase: () => state.get().phase,
    /** Why this device cannot store or read entries; undefined when it can. */
    trouble: () => state.get().trouble,
    /** Calls back when entries, phase or trouble change. Returns the call that ends it. */
    subscribe: state.subscribe,

    /** Reads the stored entries and starts sending them. */
    async start(): Promise<void> {
      await refresh();
      wake();
    },

    wake,

    /** Resolves when sending has ended and the remaining entries were read. */
    async sendNow(): Promise<void> {
      await sender.sendNow();
      await refresh();
    },

    /**
     * Stores a write on this device, then sends it. Resolves with the entry's number and its
     * outcome, undefined when it is unknown after `withinMs`. A write that fails in that time is
     * not retried automatically. Rejects with a DeviceError when the write cannot be stored.
     */
    async write(
      write: NewEntry,
      { withinMs, ...extra }: WriteExtra & { withinMs: number },
    ): Promise<{ n: number; outcome: Outcome | undefined }> {
      const stamp = { key: newKey(), at: now() };
      const edit: Edit = (all, row) => coalesce(all, { ...write, row }, stamp);
      const entry = (await change(write, edit, extra)).at(-1);
      // A new row that was deleted before it was sent leaves nothing to send.
      if (!entry) {
        await refresh();
        return { n: 0, outcome: { kind: "done" } };
      }
      const isOnline = state.get().phase === "idle";
      const ms = isOnline ? withinMs : Math.min(withinMs, OFFLINE_WAIT_MS);
      const outcome = waitForOutcome(news, entry.key, AbortSignal.timeout(ms));
      await refresh();
      wake();
      return { n: entry.n, outcome: await hold(write, entry.n, await outcome) };
    },

    /** Calls back with each entry that was sent, by any tab. Returns the call that ends it. */
    onSettled: (listener: (entry: Entry, outcome: Outcome) => void) =>
      news.add((piece) => {
        if (piece.type === "settled") listener(piece.entry, piece.outcome);
      }),

    findFile: store.findFile,

    /** Sends a rejected entry again, with corrected values if given. */
    retry: (n: number, values?: Values) => answer(n, (entry) => retried(entry, values, newKey)),
    /** Resolves a conflict: writes these values over the current row. */
    decide: (n: number, values: Values) => answer(n, (entry) => decide(entry, values, newKey)),
    discard: (n: number) => answer(n, () => undefined),
    /** Drops a row's entries that need a person, because their form was closed. */
    async giveUp(scope: Scope): Promise<void> {
      await change(scope, (all) => all.filter(({ state }) => state === "waiting"));
      await refresh();
      wake();
    },

    close(): void {
      isClosed = true;
      clearTimeout(refreshing);
      sender.close();
      channel.close();
    },
  };

  /** Marks an entry that the server answered with a fault as rejected: the form decides about a retry. */
  async function hold(scope: Scope, n: number, outcome: Outcome | undefined) {
    if (outcome?.kind !== "retry" || outcome.message === undefined) return outcome;
    const reject = (entry: Entry): Entry =>
      entry.n === n && entry.state === "waiting" ? { ...entry, state: "rejected" } : entry;
    await change(scope, (all) => all.map(reject));
    await refresh();
    return outcome;
  }
}

/**
 * Resolves with the outcome of the entry with this key, sent by any tab; with undefined when sending
 * ends without a connection or session, or the signal is aborted.
 */
function waitForOutcome(
  news: NewsListeners,
  key: string,
  signal: AbortSignal,
): Promise<Outcome | undefined> {
  return new Promise<Outcome | undefined>((resolve) => {
    const stop = news.add((piece) => {
      if (piece.type === "settled" && piece.entry.key === key) end(piece.outcome);
      if (piece.type === "phase" && piece.phase !== "idle") end(undefined);
    });
    const end = (outcome: Outcome | undefined) => {
      stop();
      resolve(outcome);
    };
    signal.addEventListener("abort", () => end(undefined), { once: true });
  });
}

async function troubleOf(run: () => Promise<void>): Promise<DeviceReason | undefined> {
  try {
    await run();
    return undefined;
  } catch (error) {
    if (error instanceof DeviceError) return error.reason;
    throw error;
  }
}

/** Runs one call at a time; calls that arrive meanwhile share the next run. */
function oneAtATime(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  const start = () => {
    running = run().finally(() => (running = undefined));
    return running;
  };
  return () => {
    if (!running) return start();
    next ??= running
      .catch(() => {})
      .then(() => {
        next = undefined;
        return start();
      });
    return next;
  };
}
