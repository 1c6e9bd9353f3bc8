import type { ChangeFeed } from "../../../server/contract/tables.ts";
import { backoffMs } from "../../lib/backoff.ts";
import { sleep } from "../../lib/sleep.ts";
import { createListeners } from "../../lib/store.ts";
import type { TabChannel } from "../../lib/tab-channel.ts";
import { eventReader } from "./event-stream.ts";

/** The server's heartbeat comes every 8 seconds: two of them may be lost. */
const SILENT_MS = 20_000;
const ASK_AGAIN_MS = 30_000;
const BACKOFF = { firstMs: 1_000, mostMs: 60_000 };
/** A full feed says that there is more. */
const FULL_FEED = 500;

/** A change of a row: of which, to which version, by whom; never what it holds. */
export type Change = ChangeFeed["changes"][number];

/** What has changed elsewhere, in its order; `all` when that is too much to be told one by one. */
export type LiveNews = readonly Change[] | "all";

/** What the tabs of a browser tell each other: all changes after `since`, up to `next`. */
export type LiveWord = { since: number; next: number; news: LiveNews };

/** What a failure means: no tab may hear anything any more, or it is tried again, then at the earliest. */
export type LiveFailure = "over" | { afterMs: number };

export type LiveParts = {
  /** Opens the event stream after a sequence, and gives its text by the piece. */
  openStream: (since: number, signal: AbortSignal) => Promise<AsyncIterable<string>>;
  /** Asks for the changes after a sequence; without one, for the newest sequence alone. */
  listChanges: (since?: number) => Promise<ChangeFeed>;
  failureOf: (error: unknown) => LiveFailure;
  /** Runs when no other tab does. Gives up waiting when the signal says so. */
  withLock: (run: () => Promise<void>, signal: AbortSignal) => Promise<void>;
  channel: TabChannel<LiveWord>;
  /** Whether this tab is visible. */
  isShown: () => boolean;
  /** The store has said something, to whichever tab. */
  onHeard: () => void;
  now?: () => number;
};

export type Live = ReturnType<typeof createLive>;

/**
 * Hears what changes at the store. One tab of a browser reads the event stream and tells the others;
 * when it dies another goes on from the sequence that it has heard last. Where nothing is heard, a tab
 * that is shown asks by itself now and then.
 */
export function createLive(parts: LiveParts) {
  const { openStream, listChanges, failureOf, withLock, channel } = parts;
  const { isShown, onHeard, now = Date.now } = parts;
  const listeners = createListeners<[news: LiveNews]>();
  let sequence: number | undefined;
  let heardAt = -Infinity;
  let isClosed = false;
  let asking: Promise<void> | undefined;
  let running: AbortController | undefined;
  /** Ends the pause before the next try. */
  let waking = new AbortController();

  channel.onMessage(hear);

  function hear({ since, next, news }: LiveWord): void {
    // Something before it was missed.
    if (sequence !== undefined && since > sequence) return askNow();
    const from = sequence ?? 0;
    heardAt = now();
    onHeard();
    sequence = Math.max(from, next);
    const fresh = news === "all" ? news : news.filter((change) => change.sequence > from);
    if (fresh.length === 0 || (fresh === "all" && next <= from)) return;
    listeners.notify(fresh);
  }

  function tell(word: LiveWord): void {
    if (isClosed) return;
    channel.post(word);
    hear(word);
  }

  /** Asks for what was missed; calls that come meanwhile share the answer. */
  function catchUp(): Promise<void> {
    asking ??= ask().finally(() => (asking = undefined));
    return asking;
  }

  async function ask(): Promise<void> {
    const since = sequence;
    const { changes, next, epoch } = await listChanges(since);
    // Whatever is shown was read after this was asked.
    if (since === undefined) return void (sequence ??= next);
    // The feed has no changes for rows that a restore reverted.
    if (since < epoch) return tell({ since, next, news: "all" });
    if (changes.length < FULL_FEED) return tell({ since, next, news: changes });
    const newest = await listChanges();
    tell({ since, next: newest.next, news: "all" });
  }

  /** Reads the stream until it ends. Rejects when it fails, or has been silent for too long. */
  async function follow(signal: AbortSignal): Promise<void> {
    const silent = new AbortController();
    let since = sequence ?? 0;
    let timer = setTimeout(() => silent.abort(), SILENT_MS);
    try {
      const readEvents = eventReader();
      const pieces = await openStream(since, AbortSignal.any([signal, silent.signal]));
      for await (const piece of pieces) {
        if (signal.aborted) return;
        clearTimeout(timer);
        timer = setTimeout(() => silent.abort(), SILENT_MS);
        const news = readEvents(piece).map(({ data }) => JSON.parse(data) as Change);
        const next = news.at(-1)?.sequence ?? since;
        tell({ since, next, news });
        since = next;
      }
    } finally {
      clearTimeout(timer);
    }
  }

  /** Holds the stream open for all tabs, over every cut, until no tab may hear it any more. */
  async function lead(signal: AbortSignal): Promise<void> {
    for (let failures = 0; !signal.aborted; failures += 1) {
      const startedAt = now();
      let afterMs = 0;
      try {
        await catchUp();
        await follow(signal);
      } catch (error) {
        if (signal.aborted) break;
        const failure = failureOf(error);
        if (failure === "over") stop();
        else afterMs = failure.afterMs;
      }
      // It has worked for a while: this cut is not one of a row.
      if (now() - startedAt > BACKOFF.mostMs) failures = 0;
      waking = new AbortController();
      const early = AbortSignal.any([signal, waking.signal]);
      await sleep(Math.max(afterMs, backoffMs(failures, BACKOFF)), early);
    }
  }

  function askNow(): void {
    catchUp().catch((error: unknown) => failureOf(error) === "over" && stop());
  }

  function look(): void {
    if (running && isShown() && now() - heardAt >= SILENT_MS) askNow();
  }

  function start(): void {
    if (running) return;
    running = new AbortController();
    const { signal } = running;
    const timer = setInterval(look, ASK_AGAIN_MS);
    signal.addEventListener("abort", () => clearInterval(timer), { once: true });
    void withLock(() => lead(signal), signal).catch((error: unknown) => {
      if (!signal.aborted) reportError(error);
    });
  }

  function stop(): void {
    running?.abort();
    running = undefined;
  }

  return {
    /**
     * Asks from where on changes are told: whatever is read after this call is followed without a gap.
     * A failure is left to the next asking.
     */
    begin: () => catchUp().catch(() => {}),
    start,
    /** Asks when nothing was heard for a while: this tab is looked at again. */
    look,

    /** Tries at once: there may be a connection again, or a user has signed in. */
    again(): void {
      waking.abort();
      start();
      askNow();
    },

    /** Calls back with what has changed elsewhere, in any tab. Returns the call that ends it. */
    onNews: listeners.add,

    close(): void {
      isClosed = true;
      stop();
      channel.close();
    },
  };
}
