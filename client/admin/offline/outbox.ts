import { randomKey } from "../../lib/random-key.ts";
import { backoffMs } from "../../lib/backoff.ts";
import { DeviceError, type DeviceReason } from "../../lib/idb.ts";
import { createListeners } from "../../lib/store.ts";
import type { TabChannel } from "../../lib/tab-channel.ts";
import { drain, type Phase } from "./drain.ts";
import type { Entry, NewEntry, Outcome } from "./entry.ts";
import type { Values } from "./merge.ts";
import type { Edit, OutboxStore, Scope } from "./outbox-store.ts";
import { coalesce } from "./coalesce.ts";
import { decide, retried } from "./apply-outcome.ts";

const BACKOFF = { firstMs: 1_000, mostMs: 60_000 };
const SHOW_MS = 250;
/** How long a write is waited for while the line was down when it was last tried. */
const DOWN_MS = 1_000;

/** Sends an entry and says what became of it; it never rejects. */
export type Send = (entry: Entry, file: Blob | undefined) => Promise<Outcome>;

/** What the tabs of a browser tell each other. */
type News =
  | { type: "changed" }
  | { type: "phase"; phase: Phase }
  | { type: "settled"; entry: Entry; outcome: Outcome };

type OutboxNews = Exclude<News, { type: "changed" }>;

/** What is kept, and what goes, with a write. */
type WriteExtra = { file?: Blob; draft?: string };

export type OutboxParts = {
  store: OutboxStore;
  send: Send;
  /** Runs when no other tab does. */
  withLock: (run: () => Promise<void>) => Promise<void>;
  channel: TabChannel<News>;
  newKey?: () => string;
  now?: () => number;
};

export type Outbox = ReturnType<typeof createOutbox>;

/**
 * The one queue of writes: kept on this device before anything is sent, and until the server has them.
 * Every tab may add to it; one at a time sends (decision: outbox).
 */
export function createOutbox(parts: OutboxParts) {
  const { store, send, withLock, channel } = parts;
  const { newKey = randomKey, now = Date.now } = parts;
  let entries: readonly Entry[] = [];
  let phase: Phase = "idle";
  let trouble: DeviceReason | undefined;
  let failures = 0;
  let asked: Promise<void> | undefined;
  let isClosed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let showing: ReturnType<typeof setTimeout> | undefined;
  const listeners = createListeners();
  const heard = createListeners<[news: OutboxNews]>();

  channel.onMessage(hear);

  function hear(news: News): void {
    if (news.type === "changed") return void refresh().catch(reportError);
    if (news.type === "phase") setPhase(news.phase);
    heard.notify(news);
  }

  /** Tells this tab and the others. */
  function tell(news: News): void {
    if (isClosed) return;
    channel.post(news);
    hear(news);
  }

  function setPhase(next: Phase): void {
    if (phase === next) return;
    phase = next;
    listeners.notify();
  }

  /** What the device refuses in the background is shown, as there is no call to reject. */
  async function guarded(run: () => Promise<void>): Promise<void> {
    let found: DeviceReason | undefined;
    await run().catch((error: unknown) => {
      if (!(error instanceof DeviceError)) throw error;
      found = error.reason;
    });
    trouble = found;
    listeners.notify();
  }

  const refresh = joined(() =>
    guarded(async () => {
      entries = await store.list();
    }),
  );

  async function change(scope: Scope, edit: Edit, extra: WriteExtra = {}): Promise<Entry[]> {
    const changed = await store.change(scope, edit, extra);
    channel.post({ type: "changed" });
    await refresh();
    return changed;
  }

  /**
   * Sends what can be sent, as soon as no other tab does, and resolves when that has ended; the next
   * pauses are short again.
   */
  function sendNow(): Promise<void> {
    failures = 0;
    return startSending();
  }

  async function startSending(): Promise<void> {
    if (isClosed) return;
    clearTimeout(timer);
    asked ??= withLock(async () => {
      asked = undefined;
      if (!isClosed) await guarded(sendAll);
    }).catch((error: unknown) => {
      asked = undefined;
      reportError(error);
    });
    await asked;
  }

  const wake = () => void sendNow();

  /** While many are sent, they are not read again after each. */
  function show(): void {
    clearTimeout(showing);
    showing = undefined;
    tell({ type: "changed" });
  }

  async function sendAll(): Promise<void> {
    const told = {
      onSettled: (entry: Entry, outcome: Outcome) => {
        tell({ type: "settled", entry, outcome });
        showing ??= setTimeout(show, SHOW_MS);
      },
      isClosed: () => isClosed,
    };
    const { end, afterMs, sent } = await drain({ store, send, newKey, ...told });
    show();
    tell({ type: "phase", phase: end });
    if (sent > 0 || afterMs === undefined) failures = 0;
    if (afterMs === undefined || isClosed) return;
    timer = setTimeout(startSending, Math.max(afterMs, backoffMs(failures, BACKOFF)));
    failures += 1;
  }

  /** Marks a failed entry as rejected, so that the form decides about a retry. */
  async function hold(scope: Scope, n: number): Promise<void> {
    await change(scope, (all) =>
      all.map((entry) =>
        entry.n === n && entry.state === "waiting" ? { ...entry, state: "rejected" } : entry,
      ),
    );
  }

  /** Changes one entry that waits for a person, and sends it when it may be sent. */
  async function answer(n: number, edit: (entry: Entry) => Entry | undefined): Promise<void> {
    const entry = entries.find((entry) => entry.n === n);
    if (!entry) return;
    const one = (other: Entry) => (other.n === n ? (edit(other) ?? []) : other);
    await change(entry, (all) => all.flatMap(one));
    wake();
  }

  return {
    /** All entries in their order, as last read: the very same list until they change. */
    entries: () => entries,
    phase: () => phase,
    /** Why this device can't keep or read the entries; undefined when it can. */
    trouble: () => trouble,

    /** Calls back when entries, phase or trouble have changed. Returns the call that ends it. */
    subscribe: listeners.add,

    /** Reads what was kept before, and begins to send it. */
    async start(): Promise<void> {
      await refresh();
      wake();
    },

    wake,

    /** The same; resolves when sending has ended and the entries that are left were read. */
    async sendNow(): Promise<void> {
      await sendNow();
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
      const settled: { entry: Entry; outcome: Outcome }[] = [];
      const { promise, resolve } = Promise.withResolvers<undefined>();
      let n = 0;
      const find = () =>
        settled.find(({ entry }) => entry.n === n && entry.at === stamp.at)?.outcome;
      const stop = heard.add((news) => {
        if (news.type === "settled") settled.push(news);
        // Sending has ended without it: the line is down, or the user is signed out.
        if (n > 0 && (find() || (news.type === "phase" && news.phase !== "idle")))
          resolve(undefined);
      });
      try {
        const edit: Edit = (all, row) => coalesce(all, { ...write, row }, stamp);
        const kept = await change(write, edit, extra);
        n = kept.at(-1)?.n ?? 0;
        // Nothing is left to send of a row that was never sent and is deleted.
        if (n === 0) return { n, outcome: { kind: "done" } };
        wake();
        if (find()) resolve(undefined);
        const late = setTimeout(resolve, phase === "idle" ? withinMs : Math.min(withinMs, DOWN_MS));
        await promise;
        clearTimeout(late);
        const outcome = find();
        if (outcome?.kind === "retry" && outcome.message !== undefined) await hold(write, n);
        return { n, outcome };
      } finally {
        stop();
      }
    },

    /** Calls back with each entry whose sending has ended, in any tab. Returns the call that ends it. */
    onSettled: (listener: (entry: Entry, outcome: Outcome) => void) =>
      heard.add((news) => {
        if (news.type === "settled") listener(news.entry, news.outcome);
      }),

    findFile: store.findFile,

    /** Sends an entry again that was refused, with other values where they were put right. */
    retry: (n: number, values?: Values) => answer(n, (entry) => retried(entry, values, newKey)),
    /** Settles a conflict: these values are to be written over the row as it stands now. */
    decide: (n: number, values: Values) => answer(n, (entry) => decide(entry, values, newKey)),
    /** Drops an entry, by its owner's choice. */
    discard: (n: number) => answer(n, () => undefined),
    /** Drops what waits for a person in a row: its owner has closed the form that showed it. */
    giveUp: (scope: Scope) =>
      change(scope, (all) => all.filter(({ state }) => state === "waiting")).then(wake),

    close(): void {
      isClosed = true;
      clearTimeout(timer);
      clearTimeout(showing);
      channel.close();
    },
  };
}

/** Runs one at a time; calls that come meanwhile share the next run. */
function joined(run: () => Promise<void>): () => Promise<void> {
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
