import type { ChangeFeed } from "../../../server/contract/tables.ts";
import { backoffMs, sleep } from "../../lib/retry.ts";
import { createListeners } from "../../lib/store.ts";
import type { TabChannel } from "../../lib/tabs.ts";

/** The server's heartbeat comes every 8 seconds: two of them may be lost. */
const SILENT_MS = 20_000;
const ASK_AGAIN_MS = 30_000;
const BACKOFF = { firstMs: 1_000, mostMs: 60_000 };
/** A feed of this length has more changes. */
const FULL_FEED = 500;

/** A change of a row: table, id, version and actor, without values. */
export type Change = ChangeFeed["changes"][number];

/** Changes made elsewhere, in order; "all" when there are too many to list. */
export type LiveNews = readonly Change[] | "all";

/** Message between tabs: all changes after `since`, up to `next`. */
export type LiveMessage = { since: number; next: number; news: LiveNews };

/** "over": no tab has access any more. Otherwise the earliest time of the next try. */
export type LiveFailure = "over" | { afterMs: number };

type LiveParts = {
  /** Opens the event stream after a sequence. A `ping` follows each group of changes. */
  openStream: (since: number) => Pick<EventSource, "addEventListener" | "close">;
  /** Fetches the changes after a sequence; without one, only the newest sequence. */
  listChanges: (since?: number) => Promise<ChangeFeed>;
  failureOf: (error: unknown) => LiveFailure;
  /** Runs while no other tab does; stops waiting when the signal is aborted. */
  withLock: (run: () => Promise<void>, signal: AbortSignal) => Promise<void>;
  channel: TabChannel<LiveMessage>;
  isShown: () => boolean;
  /** The store has answered any tab. */
  onAnswer: () => void;
};

export type Live = ReturnType<typeof createLive>;

/**
 * The live feed of changes. One tab of a browser reads the event stream and relays it; when it dies,
 * another continues from the last sequence. A visible tab that receives nothing polls by itself.
 */
export function createLive(parts: LiveParts) {
  const { openStream, listChanges, failureOf, withLock, channel, isShown, onAnswer } = parts;
  const listeners = createListeners<[news: LiveNews]>();
  let sequence: number | undefined;
  let receivedAt = -Infinity;
  let isClosed = false;
  let fetching: Promise<void> | undefined;
  let running: AbortController | undefined;
  /** Ends the pause before the next try. */
  let waking = new AbortController();

  channel.onMessage(receive);

  function receive(message: LiveMessage): void {
    if (sequence !== undefined && message.since > sequence) return fetchNow();
    const news = newsFor(sequence ?? 0, message);
    receivedAt = Date.now();
    onAnswer();
    sequence = Math.max(sequence ?? 0, message.next);
    if (news) listeners.notify(news);
  }

  function publish(message: LiveMessage): void {
    if (isClosed) return;
    channel.post(message);
    receive(message);
  }

  /** Fetches missed changes; concurrent calls share one request. */
  function catchUp(): Promise<void> {
    fetching ??= fetchMissed().finally(() => (fetching = undefined));
    return fetching;
  }

  async function fetchMissed(): Promise<void> {
    const since = sequence;
    const feed = await listChanges(since);
    if (since === undefined) return void (sequence ??= feed.next);
    // The feed has no changes for rows that a restore reverted.
    const isWhole = since >= feed.epoch && feed.changes.length < FULL_FEED;
    if (isWhole) return publish({ since, next: feed.next, news: feed.changes });
    const { next } = since < feed.epoch ? feed : await listChanges();
    publish({ since, next, news: "all" });
  }

  function fetchNow(): void {
    catchUp().catch((error: unknown) => failureOf(error) === "over" && stop());
  }

  /** Keeps the stream open for all tabs, with back-off, until access ends. */
  async function lead(signal: AbortSignal): Promise<void> {
    for (let failures = 0; !signal.aborted; failures += 1) {
      const startedAt = Date.now();
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
      // A stream that lasted for a while resets the back-off.
      if (Date.now() - startedAt > BACKOFF.mostMs) failures = 0;
      waking = new AbortController();
      const early = AbortSignal.any([signal, waking.signal]);
      await sleep(Math.max(afterMs, backoffMs(failures, BACKOFF)), early);
    }
  }

  /** Relays the stream until it breaks, is silent for too long, or the signal is aborted. */
  function follow(signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    let since = sequence ?? 0;
    const received: Change[] = [];
    const stream = openStream(since);
    let timer = setTimeout(resolve, SILENT_MS);
    stream.addEventListener("message", ({ data }) => received.push(JSON.parse(data) as Change));
    stream.addEventListener("ping", () => {
      clearTimeout(timer);
      timer = setTimeout(resolve, SILENT_MS);
      const news = received.splice(0);
      const next = news.at(-1)?.sequence ?? since;
      publish({ since, next, news });
      since = next;
    });
    stream.addEventListener("error", () => resolve());
    signal.addEventListener("abort", () => resolve(), { once: true });
    return promise.finally(() => {
      clearTimeout(timer);
      stream.close();
    });
  }

  function look(): void {
    if (running && isShown() && Date.now() - receivedAt >= SILENT_MS) fetchNow();
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
    /** Sets the starting sequence: data read after this call is followed without a gap. Never rejects. */
    begin: () => catchUp().catch(() => {}),
    start,
    look,

    /** Tries at once: after a reconnect or a sign-in. */
    again(): void {
      waking.abort();
      start();
      fetchNow();
    },

    /** Calls back with changes made elsewhere. Returns the call that ends it. */
    onNews: listeners.add,

    close(): void {
      isClosed = true;
      stop();
      channel.close();
    },
  };
}

/** The changes of a message that are new to a tab at this sequence; undefined when none is. */
function newsFor(sequence: number, { next, news }: LiveMessage): LiveNews | undefined {
  if (news === "all") return next > sequence ? news : undefined;
  const fresh = news.filter((change) => change.sequence > sequence);
  return fresh.length > 0 ? fresh : undefined;
}
