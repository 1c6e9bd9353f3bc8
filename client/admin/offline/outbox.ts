import { DeviceError, type DeviceReason } from "../../device/idb.ts";
import { backoffMs } from "../../../server/contract/time.ts";
import { randomKey } from "../../lib/retry.ts";
import { createListeners, createStore } from "../../lib/observable.ts";
import type { TabChannel } from "../../lib/tabs.ts";
import { coalesce, decide, type Entry, type NewEntry, type Outcome, retried } from "./entry.ts";
import { drain, type Phase, type Send } from "./drain.ts";
import type { Values } from "./merge.ts";
import type { Edit, OutboxStore, Scope } from "./outbox-store.ts";

/** Minimum interval between list refreshes while entries are being sent. */
const REFRESH_MS = 250;
/** How long a write waits for its outcome when the outbox is offline or access has ended. */
const OFFLINE_WAIT_MS = 1_000;
const BACKOFF = { firstMs: 1_000, mostMs: 60_000 };

/** Messages between tabs; also delivered to this tab's own listeners. */
type OutboxNews =
  { type: "changed" } | { type: "phase"; phase: Phase } | ({ type: "settled" } & SettledEntry);

/** A sent entry and its outcome. */
type SettledEntry = { entry: Entry; outcome: Outcome };

/** Extra work in the transaction of a write: a file to store, a draft to delete. */
type WriteExtra = { file?: Blob; draft?: string };

type OutboxParts = {
  store: OutboxStore;
  send: Send;
  /** Calls `run` while holding an exclusive lock, across tabs where Web Locks are available. */
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
 * Persistent queue of writes. Entries are stored on this device until the server has processed
 * them. Every tab can add entries; one tab at a time sends them and retries with back-off.
 */
export function createOutbox({ store, send, withLock, channel }: OutboxParts) {
  const state = createStore<OutboxState>({ entries: [], phase: "idle", trouble: undefined });
  const news = createListeners<[piece: OutboxNews]>();
  /** Server errors by entry number, cleared when a write or wake-up restarts sending. */
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
      // Ignore stale reads that finish after a newer one.
      if (read < shownRead) return;
      shownRead = read;
      state.set({ ...state.get(), entries });
    });

  /** Publishes storage errors of background work as `trouble`. */
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

  /** Schedules a drain and resolves when it has finished. Calls made before it starts share it. */
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

  /** Applies the user's decision to an entry, then sends it if possible. */
  async function answer(n: number, edit: (entry: Entry) => Entry | undefined): Promise<void> {
    const entry = state.get().entries.find((entry) => entry.n === n);
    if (!entry) return;
    const replace = (other: Entry) => (other.n === n ? (edit(other) ?? []) : other);
    await change(entry, (all) => all.flatMap(replace));
    void sendFirst();
  }

  /**
   * Waits until any tab has sent an entry. Resolves with undefined after `withinMs`, or if sending
   * stops without a connection or session.
   */
  function outcomeOf({ key }: Entry, withinMs: number): Promise<SettledEntry | undefined> {
    const { promise, resolve } = Promise.withResolvers<SettledEntry | undefined>();
    const stop = news.add((piece) => {
      if (piece.type === "settled" && piece.entry.key === key) resolve(piece);
      if (piece.type === "phase" && piece.phase !== "idle") resolve(undefined);
    });
    const ms = state.get().phase === "idle" ? withinMs : Math.min(withinMs, OFFLINE_WAIT_MS);
    const limit = AbortSignal.timeout(ms);
    limit.addEventListener("abort", () => resolve(undefined), { once: true });
    return promise.finally(stop);
  }

  /**
   * Stops automatic retries of an entry whose form waits for its outcome, so that the user decides.
   * Returns undefined if another tab is already sending the entry again.
   */
  async function holdFailed({ entry, outcome }: SettledEntry): Promise<Outcome | undefined> {
    if (outcome.kind !== "retry" || outcome.of === "all") return outcome;
    const isFailed = ({ n, tries, state }: Entry) =>
      n === entry.n && tries === entry.tries && state === "waiting";
    const hold = (other: Entry): Entry =>
      isFailed(other) ? { ...other, state: "rejected" } : other;
    const remaining = await change(entry, (all) => all.map(hold));
    const isHeld = remaining.some(({ n, state }) => n === entry.n && state === "rejected");
    return isHeld ? { kind: "rejected", message: outcome.message } : undefined;
  }

  return {
    /** Returns all entries in order; the same array until they change. */
    entries: () => state.get().entries,
    phase: () => state.get().phase,
    /** Returns why this device cannot store or read entries; undefined if it can. */
    trouble: () => state.get().trouble,
    /** Adds a listener for entries, phase and trouble; returns a function that removes it. */
    subscribe: state.subscribe,

    /** Loads the stored entries and starts sending. */
    async start(): Promise<void> {
      await refresh();
      void sendFirst();
    },

    wake: () => void sendFirst(),

    /** Sends now; resolves after sending has ended and the entries were reloaded. */
    async sendNow(): Promise<void> {
      await sendFirst();
      await refresh();
    },

    /**
     * Stores a write on this device, then sends it. Resolves with the entry number and the outcome,
     * or undefined as the outcome if it is unknown after `withinMs`. Rejects with a DeviceError if
     * the write cannot be stored.
     */
    async write(
      write: NewEntry,
      { withinMs, ...extra }: WriteExtra & { withinMs: number },
    ): Promise<{ n: number; outcome?: Outcome }> {
      const stamp = { key: randomKey(), at: Date.now() };
      const edit: Edit = (all, row) => coalesce(all, { ...write, row }, stamp);
      const entry = (await change(write, edit, extra)).at(-1);
      // Deleting an unsent new row leaves nothing to send.
      if (!entry) return { n: 0, outcome: { kind: "done" } };
      const { n } = entry;
      const answered = outcomeOf(entry, withinMs);
      void sendFirst();
      const settled = await answered;
      const outcome = settled && (await holdFailed(settled));
      return { n, ...(outcome && { outcome }) };
    },

    /** Adds a listener for entries sent by any tab; returns a function that removes it. */
    onSettled: (listener: (entry: Entry, outcome: Outcome) => void) =>
      news.add((piece) => {
        if (piece.type === "settled") listener(piece.entry, piece.outcome);
      }),

    findFile: store.findFile,

    /** Retries a rejected entry, with corrected `values` if given. */
    retry: (n: number, values?: Values) => answer(n, (entry) => retried(entry, values, randomKey)),
    /** Resolves a conflict by writing `values` over the current row. */
    decide: (n: number, values: Values) => answer(n, (entry) => decide(entry, values, randomKey)),
    discard: (n: number) => answer(n, () => undefined),
    /** Removes a row's failed and conflicting entries after its form was closed. */
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
