import { type ChangeFeed, MOST_CHANGES } from "../../../server/contract/tables.ts";
import { ApiError } from "../../lib/answer.ts";
import { onEvents } from "../../lib/events.ts";
import { backoffMs } from "../../../server/contract/time.ts";
import { sleep } from "../../lib/retry.ts";
import { onSessionMessage } from "../../lib/session.ts";
import { createListeners } from "../../lib/observable.ts";
import { openTabChannel, type TabChannel, withLock } from "../../lib/tabs.ts";
import type { AdminStorage } from "../offline/database.ts";
import { adminCalls } from "./api.ts";
import { isNoAnswer, isUnreachable } from "./request.ts";

/** Time without a heartbeat until reconnecting; the server sends one every 8 seconds. */
const SILENT_MS = 20_000;
const ASK_AGAIN_MS = 30_000;
const BACKOFF = { firstMs: 1_000, mostMs: 60_000 };
const REFUSED: readonly unknown[] = [401, 403];

/** Row change: table, id, version and actor, without values. */
export type Change = ChangeFeed["changes"][number];

/** Remote changes in order; "all" if there are too many to list. */
export type LiveNews = readonly Change[] | "all";

/** Message between tabs with all changes after sequence `since`, up to `next`. */
export type LiveMessage = { since: number; next: number; news: LiveNews };

/** "over" if access has ended in all tabs; otherwise the minimum delay before the next attempt. */
export type LiveFailure = "over" | { afterMs: number };

type LiveParts = {
  /** Opens the event stream after a sequence. A `ping` follows each group of changes. */
  openStream: (since: number) => Pick<EventSource, "addEventListener" | "close">;
  /** Fetches the changes after a sequence; without one, only the newest sequence. */
  listChanges: (since?: number) => Promise<ChangeFeed>;
  failureOf: (error: unknown) => LiveFailure;
  /** Runs with a lock shared by all tabs; aborting the signal cancels the wait. */
  withLock: (run: () => Promise<void>, signal: AbortSignal) => Promise<void>;
  channel: TabChannel<LiveMessage>;
  isShown: () => boolean;
  /** Called when the server has responded to this or another tab. */
  onAnswer: () => void;
};

type Live = ReturnType<typeof createLive>;

type LiveEvents = {
  /** Called when the server denies access. */
  onRefused: (error: unknown) => void;
  onAnswer: () => void;
};

/** Opens the live feed, shared by all tabs of this user. */
export function openLive(storage: AdminStorage, { onRefused, onAnswer }: LiveEvents): Live {
  const lock = `${storage.name}-live`;
  const live = createLive({
    openStream: adminCalls.openChanges,
    listChanges: adminCalls.listChanges,
    failureOf(error) {
      const failure = liveFailureOf(error);
      if (failure === "over") onRefused(error);
      else if (isNoAnswer(error)) isUnreachable.set(true);
      return failure;
    },
    withLock: (run, signal) => withLock(lock, run, signal),
    channel: openTabChannel(lock),
    onAnswer,
    isShown: () => document.visibilityState === "visible",
  });
  const endNews = onSessionMessage((news) => news === "signed-in" && live.again());
  const endLook = onEvents(live.look, [window, "focus"], [document, "visibilitychange"]);
  const endOnline = onEvents(live.again, [window, "online"], [window, "offline"]);
  return {
    ...live,
    close() {
      endNews();
      endLook();
      endOnline();
      live.close();
    },
  };
}

/**
 * Live change feed. One tab reads the event stream and relays it to the others; if it dies, another
 * tab resumes from the last sequence number. A visible tab that receives no messages polls.
 */
export function createLive(parts: LiveParts) {
  const { openStream, failureOf, isShown } = parts;
  const feed = openFeed(parts, fetchNow);
  let running: AbortController | undefined;
  /** Aborted to end the back-off early. */
  let waking = new AbortController();

  function fetchNow(): void {
    feed.catchUp().catch((error: unknown) => failureOf(error) === "over" && stop());
  }

  /** Reads the stream on behalf of all tabs and reconnects with back-off, until access ends. */
  async function lead(signal: AbortSignal): Promise<void> {
    for (let failures = 0; !signal.aborted; failures += 1) {
      const startedAt = Date.now();
      let afterMs = 0;
      try {
        await feed.catchUp();
        await follow(openStream, { since: feed.sequence(), signal, onMessage: feed.publish });
      } catch (error) {
        if (signal.aborted) break;
        const failure = failureOf(error);
        if (failure === "over") stop();
        else afterMs = failure.afterMs;
      }
      // Reset the back-off after a long-lived connection.
      if (Date.now() - startedAt > BACKOFF.mostMs) failures = 0;
      waking = new AbortController();
      const early = AbortSignal.any([signal, waking.signal]);
      await sleep(Math.max(afterMs, backoffMs(failures, BACKOFF)), early);
    }
  }

  function look(): void {
    if (running && isShown() && feed.silentMs() >= SILENT_MS) fetchNow();
  }

  function start(): void {
    if (running) return;
    running = new AbortController();
    const { signal } = running;
    const timer = setInterval(look, ASK_AGAIN_MS);
    signal.addEventListener("abort", () => clearInterval(timer), { once: true });
    void parts
      .withLock(() => lead(signal), signal)
      .catch((error: unknown) => {
        if (!signal.aborted) reportError(error);
      });
  }

  function stop(): void {
    running?.abort();
    running = undefined;
  }

  return {
    /** Sets the starting sequence, so that later reads miss no changes. Never rejects. */
    begin: () => feed.catchUp().catch(() => {}),
    start,
    look,

    /** Reconnects immediately, for example after sign-in. */
    again(): void {
      waking.abort();
      start();
      fetchNow();
    },

    /** Adds a listener for changes; returns a function that removes it. */
    onNews: feed.onNews,

    close(): void {
      stop();
      feed.close();
    },
  };
}

/** Position of this tab in the feed, advanced by the messages of all tabs. */
function openFeed({ listChanges, channel, onAnswer }: LiveParts, onGap: () => void) {
  const listeners = createListeners<[news: LiveNews]>();
  let sequence: number | undefined;
  let receivedAt = -Infinity;
  let isClosed = false;
  let fetching: Promise<void> | undefined;

  channel.onMessage(receive);

  function receive(message: LiveMessage): void {
    if (sequence !== undefined && message.since > sequence) return onGap();
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

  async function fetchMissed(): Promise<void> {
    const since = sequence;
    if (since !== undefined) return publish(await readMissed(since, listChanges));
    const { next } = await listChanges();
    sequence ??= next;
  }

  return {
    sequence: () => sequence ?? 0,
    silentMs: () => Date.now() - receivedAt,
    publish,
    onNews: listeners.add,

    /** Fetches missed changes; concurrent calls share one request. */
    catchUp(): Promise<void> {
      fetching ??= fetchMissed().finally(() => (fetching = undefined));
      return fetching;
    },

    close(): void {
      isClosed = true;
      channel.close();
    },
  };
}

/** Reads the changes after a sequence; "all" if there are too many or the store was restored. */
async function readMissed(
  since: number,
  listChanges: LiveParts["listChanges"],
): Promise<LiveMessage> {
  const { changes, next, epoch } = await listChanges(since);
  // After a restore the feed is incomplete: it has no events for reverted rows.
  if (since < epoch) return { since, next, news: "all" };
  if (changes.length < MOST_CHANGES) return { since, next, news: changes };
  return { since, next: (await listChanges()).next, news: "all" };
}

type Following = { since: number; signal: AbortSignal; onMessage: (message: LiveMessage) => void };

/** Relays the stream until it fails, misses its heartbeat, or the signal is aborted. */
function follow(open: LiveParts["openStream"], { signal, onMessage, ...start }: Following) {
  const { promise, resolve } = Promise.withResolvers<void>();
  let { since } = start;
  const received: Change[] = [];
  const stream = open(since);
  let timer = setTimeout(resolve, SILENT_MS);
  stream.addEventListener("message", ({ data }) => received.push(JSON.parse(data) as Change));
  stream.addEventListener("ping", () => {
    clearTimeout(timer);
    timer = setTimeout(resolve, SILENT_MS);
    const news = received.splice(0);
    const next = news.at(-1)?.sequence ?? since;
    onMessage({ since, next, news });
    since = next;
  });
  stream.addEventListener("error", () => resolve());
  signal.addEventListener("abort", () => resolve(), { once: true });
  return promise.finally(() => {
    clearTimeout(timer);
    stream.close();
  });
}

/** Returns the changes after this tab's sequence number, or undefined. */
function newsFor(sequence: number, { next, news }: LiveMessage): LiveNews | undefined {
  if (news === "all") return next > sequence ? news : undefined;
  const fresh = news.filter((change) => change.sequence > sequence);
  return fresh.length > 0 ? fresh : undefined;
}

function liveFailureOf(error: unknown): LiveFailure {
  if (!(error instanceof ApiError)) {
    // Not an API error, so a bug: report it, then reconnect as after a lost connection.
    reportError(error);
    return { afterMs: 0 };
  }
  const { status, code, retryAfterSeconds = 0 } = error;
  if (code !== undefined && REFUSED.includes(status)) return "over";
  return { afterMs: retryAfterSeconds * 1000 };
}
