import type { ChangeFeed } from "../../../server/contract/tables.ts";
import { ApiError } from "../../lib/answer.ts";
import { onEvents } from "../../lib/events.ts";
import { backoffMs } from "../../../server/contract/time.ts";
import { sleep } from "../../lib/retry.ts";
import { onSessionMessage } from "../../lib/session.ts";
import { createListeners } from "../../lib/observable.ts";
import { openTabChannel, type TabChannel, withLock } from "../../lib/tabs.ts";
import type { AdminStorage } from "../offline/database.ts";
import { adminCalls } from "./api.ts";
import { isUnreachable } from "./connection.ts";
import { isNoAnswer } from "./request.ts";

/** Time without a heartbeat until reconnecting; the server sends one every 8 seconds. */
const SILENT_MS = 20_000;
const ASK_AGAIN_MS = 30_000;
const BACKOFF = { firstMs: 1_000, mostMs: 60_000 };
/** Page size of the change feed; a full page means that more changes follow. */
const FULL_FEED = 500;
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
  const { openStream, listChanges, failureOf, channel, isShown, onAnswer } = parts;
  const listeners = createListeners<[news: LiveNews]>();
  let sequence: number | undefined;
  let receivedAt = -Infinity;
  let isClosed = false;
  let fetching: Promise<void> | undefined;
  let running: AbortController | undefined;
  /** Aborted to end the back-off early. */
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
    // After a restore the feed is incomplete: it has no events for reverted rows.
    const isWhole = since >= feed.epoch && feed.changes.length < FULL_FEED;
    if (isWhole) return publish({ since, next: feed.next, news: feed.changes });
    const { next } = since < feed.epoch ? feed : await listChanges();
    publish({ since, next, news: "all" });
  }

  function fetchNow(): void {
    catchUp().catch((error: unknown) => failureOf(error) === "over" && stop());
  }

  /** Reads the stream on behalf of all tabs and reconnects with back-off, until access ends. */
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
      // Reset the back-off after a long-lived connection.
      if (Date.now() - startedAt > BACKOFF.mostMs) failures = 0;
      waking = new AbortController();
      const early = AbortSignal.any([signal, waking.signal]);
      await sleep(Math.max(afterMs, backoffMs(failures, BACKOFF)), early);
    }
  }

  /** Relays the stream until it fails, misses its heartbeat, or the signal is aborted. */
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
    begin: () => catchUp().catch(() => {}),
    start,
    look,

    /** Reconnects immediately, for example after sign-in. */
    again(): void {
      waking.abort();
      start();
      fetchNow();
    },

    /** Adds a listener for changes; returns a function that removes it. */
    onNews: listeners.add,

    close(): void {
      isClosed = true;
      stop();
      channel.close();
    },
  };
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
