import { DeviceError, type DeviceReason } from "../../lib/idb.ts";
import { backoffMs, randomKey } from "../../lib/retry.ts";
import { createListeners, createStore } from "../../lib/store.ts";
import type { TabChannel } from "../../lib/tabs.ts";
import { decide, retried } from "./apply-outcome.ts";
import { coalesce } from "./coalesce.ts";
import { drain, type Phase } from "./drain.ts";
import type { Entry, NewEntry, Outcome } from "./entry.ts";
import type { Values } from "./merge.ts";
import type { Edit, OutboxStore, Scope } from "./outbox-store.ts";

/** While many entries are sent, the list is refreshed this often. */
const REFRESH_MS = 250;
/** How long a write waits for its outcome after the last attempt had no connection. */
const OFFLINE_WAIT_MS = 1_000;
const BACKOFF = { firstMs: 1_000, mostMs: 60_000 };

/** Sends an entry and returns its outcome; never rejects. */
export type Send = (entry: Entry, file: Blob | undefined) => Promise<Outcome>;

/** Messages between the tabs, which also reach this tab's own listeners. */
type OutboxNews =
  | { type: "changed" }
  | { type: "phase"; phase: Phase }
  | { type: "settled"; entry: Entry; outcome: Outcome };

/** What is stored, or deleted, in the transaction of a write. */
type WriteExtra = { file?: Blob; draft?: string };

type OutboxParts = {
  store: OutboxStore;
  send: Send;
  /** Runs while no other tab does. */
  withLock: (run: () => Promise<void>) => Promise<void>;
  channel: TabChannel<OutboxNews>;
};

type OutboxState = {
  entries: readonly Entry[];
  phase: Phase;
  trouble: DeviceReason | undefined;
};

export type Outbox = ReturnType<typeof createOutbox>;

/**
 * Persistent queue of writes. A write stays stored on this device until the server has it. Every
 * tab adds to the queue; one tab at a time sends, and retries with back-off while entries remain.
 */
export function createOutbox({ store, send, withLock, channel }: OutboxParts) {
  const state = createStore<OutboxState>({ entries: [], phase: "idle", trouble: undefined });
  const news = createListeners<[piece: OutboxNews]>();
  /** Server faults by entry, since the last time that something changed. */
  const faults = new Map<number, number>();
  let isClosed = false;
  let failures = 0;
  let reads = 0;
  let shownRead = 0;
  let queued: Promise<void> | undefined;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let refreshTimer: ReturnType<typeof setTimeout> | undefined;

  channel.onMessage(receive);

  function receive(piece: OutboxNews): void {
    if (piece.type === "changed") void refresh().catch(reportError);
    if (piece.type === "phase") state.set({ ...state.get(), phase: piece.phase });
    news.notify(piece);
  }

  function publish(piece: OutboxNews): void {
    if (isClosed) return;
    channel.post(piece);
    receive(piece);
  }

  function publishEntries(): void {
    clearTimeout(refreshTimer);
    refreshTimer = undefined;
    publish({ type: "changed" });
  }

  const refresh = () =>
    guard(async () => {
      const read = ++reads;
      const entries = await store.list();
      // Of two reads the later one is shown.
      if (read < shownRead) return;
      shownRead = read;
      state.set({ ...state.get(), entries });
    });

  /** Shows storage errors of background work, which has no caller to reject. */
  async function guard(run: () => Promise<void>): Promise<void> {
    let trouble: DeviceReason | undefined;
    try {
      await run();
    } catch (error) {
      if (!(error instanceof DeviceError)) throw error;
      trouble = error.reason;
    }
    if (trouble !== state.get().trouble) state.set({ ...state.get(), trouble });
  }

  /** Resolves when sending has ended. Calls that come before it starts share it. */
  async function startSending(): Promise<void> {
    if (isClosed) return;
    clearTimeout(retryTimer);
    queued ??= withLock(async () => {
      queued = undefined;
      if (!isClosed) await guard(sendAll);
    }).catch((error: unknown) => {
      queued = undefined;
      reportError(error);
    });
    await queued;
  }

  async function sendAll(): Promise<void> {
    const onSettled = (entry: Entry, outcome: Outcome) => {
      publish({ type: "settled", entry, outcome });
      refreshTimer ??= setTimeout(publishEntries, REFRESH_MS);
    };
    const drained = await drain({ store, send, faults, onSettled, isClosed: () => isClosed });
    const { end, afterMs, sent } = drained;
    publishEntries();
    publish({ type: "phase", phase: end });
    if (sent > 0 || afterMs === undefined) failures = 0;
    if (afterMs === undefined || isClosed) return;
    const waitMs = Math.max(afterMs, backoffMs(failures, BACKOFF));
    retryTimer = setTimeout(() => void startSending(), waitMs);
    failures += 1;
  }

  /** Sends at once and resets the back-off. */
  function sendFirst(): Promise<void> {
    failures = 0;
    faults.clear();
    return startSending();
  }

  async function change(scope: Scope, edit: Edit, extra: WriteExtra = {}): Promise<Entry[]> {
    const changed = await store.change(scope, edit, extra);
    channel.post({ type: "changed" });
    await refresh();
    return changed;
  }

  /** Changes one entry that needs a person, and sends it if possible. */
  async function answer(n: number, edit: (entry: Entry) => Entry | undefined): Promise<void> {
    const entry = state.get().entries.find((entry) => entry.n === n);
    if (!entry) return;
    const replace = (other: Entry) => (other.n === n ? (edit(other) ?? []) : other);
    await change(entry, (all) => all.flatMap(replace));
    void sendFirst();
  }

  /**
   * Resolves with the outcome of an entry, sent by any tab. Undefined when sending ends without a
   * connection or session, or after `withinMs`.
   */
  function outcomeOf({ key }: Entry, withinMs: number): Promise<Outcome | undefined> {
    const { promise, resolve } = Promise.withResolvers<Outcome | undefined>();
    const stop = news.add((piece) => {
      if (piece.type === "settled" && piece.entry.key === key) resolve(piece.outcome);
      if (piece.type === "phase" && piece.phase !== "idle") resolve(undefined);
    });
    const ms = state.get().phase === "idle" ? withinMs : Math.min(withinMs, OFFLINE_WAIT_MS);
    const limit = AbortSignal.timeout(ms);
    limit.addEventListener("abort", () => resolve(undefined), { once: true });
    return promise.finally(stop);
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
      void sendFirst();
    },

    wake: () => void sendFirst(),

    /** Resolves when sending has ended and the remaining entries were read. */
    async sendNow(): Promise<void> {
      await sendFirst();
      await refresh();
    },

    /**
     * Stores a write on this device, then sends it. Resolves with the entry's number and its
     * outcome, undefined when it is unknown after `withinMs`. Rejects with a DeviceError when the
     * write cannot be stored.
     */
    async write(
      write: NewEntry,
      { withinMs, ...extra }: WriteExtra & { withinMs: number },
    ): Promise<{ n: number; outcome: Outcome | undefined }> {
      const stamp = { key: randomKey(), at: Date.now() };
      const edit: Edit = (all, row) => coalesce(all, { ...write, row }, stamp);
      const entry = (await change(write, edit, extra)).at(-1);
      // A new row that was deleted before it was sent leaves nothing to send.
      if (!entry) return { n: 0, outcome: { kind: "done" } };
      const { n } = entry;
      const answered = outcomeOf(entry, withinMs);
      void sendFirst();
      const outcome = await answered;
      if (outcome?.kind === "retry" && outcome.of === "entry") {
        // The form that shows the fault decides about a retry.
        const hold = (other: Entry): Entry =>
          other.n === n && other.state === "waiting" ? { ...other, state: "rejected" } : other;
        await change(write, (all) => all.map(hold));
      }
      return { n, outcome };
    },

    /** Calls back with each entry that was sent, by any tab. Returns the call that ends it. */
    onSettled: (listener: (entry: Entry, outcome: Outcome) => void) =>
      news.add((piece) => {
        if (piece.type === "settled") listener(piece.entry, piece.outcome);
      }),

    findFile: store.findFile,

    /** Sends a rejected entry again, with corrected values if given. */
    retry: (n: number, values?: Values) => answer(n, (entry) => retried(entry, values, randomKey)),
    /** Resolves a conflict: writes these values over the current row. */
    decide: (n: number, values: Values) => answer(n, (entry) => decide(entry, values, randomKey)),
    discard: (n: number) => answer(n, () => undefined),
    /** Drops a row's entries that need a person, because their form was closed. */
    async giveUp(scope: Scope): Promise<void> {
      await change(scope, (all) => all.filter(({ state }) => state === "waiting"));
      void sendFirst();
    },

    close(): void {
      isClosed = true;
      clearTimeout(retryTimer);
      clearTimeout(refreshTimer);
      channel.close();
    },
  };
}
