import { vi } from "vitest";
import {
  type Change,
  createLive,
  type LiveFailure,
  type LiveNews,
  type LiveMessage,
} from "../../client/admin/data/live.ts";

/** Fakes a store's event streams and a browser with tabs. */
export function openWorld({ isLocked = false } = {}) {
  const changes: Change[] = [];
  const streams = new Set<{ send: (list: readonly Change[]) => void; cut: () => void }>();
  const channels = new Set<(message: LiveMessage) => void>();
  const waiting: (() => void)[] = [];
  const asked: (number | undefined)[] = [];
  const opened: number[] = [];
  let refusal: LiveFailure | undefined;
  let isStreamCut = false;

  let epoch = 0;
  const newest = () => Math.max(changes.length, epoch);

  /** Opens a stream of the changes after a sequence number. */
  function openStream(since: number) {
    if (!isStreamCut) opened.push(since);
    const events = new EventTarget();
    const stream = {
      send(list: readonly Change[]) {
        for (const change of list) {
          events.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(change) }));
        }
        events.dispatchEvent(new Event("ping"));
      },
      cut: () => events.dispatchEvent(new Event("error")),
    };
    if (!isStreamCut) streams.add(stream);
    queueMicrotask(() => (isStreamCut ? stream.cut() : stream.send(changes.slice(since))));
    return {
      addEventListener: events.addEventListener.bind(events) as EventSource["addEventListener"],
      close: () => void streams.delete(stream),
    };
  }

  function openTab({ isShown = true } = {}) {
    const own = new Set<(message: LiveMessage) => void>();
    const shown = { isShown, isDeaf: false, words: 0 };
    const live = createLive({
      openStream,
      async listChanges(since) {
        asked.push(since);
        if (refusal) throw refusal;
        if (since === undefined) return { changes: [], next: newest(), epoch };
        const after = changes.slice(since, since + 500);
        return { changes: after, next: after.length === 500 ? since + 500 : newest(), epoch };
      },
      failureOf: (error) => error as LiveFailure,
      async withLock(run, signal) {
        if (isLocked) await new Promise<void>((resolve) => waiting.push(resolve));
        if (signal.aborted) return;
        isLocked = true;
        await run();
        isLocked = false;
        waiting.shift()?.();
      },
      channel: {
        post(message) {
          for (const hear of channels) if (!own.has(hear)) hear(message);
        },
        onMessage(listener) {
          const hear = (message: LiveMessage) => shown.isDeaf || listener(message);
          own.add(hear);
          channels.add(hear);
        },
        close: () => own.forEach((hear) => channels.delete(hear)),
      },
      isShown: () => shown.isShown,
      onAnswer: () => (shown.words += 1),
    });
    const heard: LiveNews[] = [];
    live.onNews((news) => heard.push(news));
    void live.begin();
    live.start();
    const sequences = () =>
      heard.flatMap((news): unknown[] =>
        news === "all" ? [news] : news.map(({ sequence }) => sequence),
      );
    return { ...live, shown, heard, sequences };
  }

  return {
    openTab,
    streams,
    opened,
    asked,
    refuse: (failure: LiveFailure | undefined) => (refusal = failure),
    refuseStream: (isCut: boolean) => (isStreamCut = isCut),
    settle: (ms = 0) => vi.advanceTimersByTimeAsync(ms),
    /** Records row changes and, unless `quietly`, sends them to the open streams. */
    change(count = 1, { quietly = false } = {}) {
      const from = newest();
      for (let nth = 1; nth <= count; nth++) {
        const row = { table: "orders", id: nth, version: 1, actor: "buyer" };
        changes.push({ ...row, sequence: from + nth, at: "", action: "update" });
      }
      const fresh = changes.filter(({ sequence }) => sequence > from);
      if (!quietly) for (const stream of streams) stream.send(fresh);
    },
    /** Simulates a restored backup: the sequence number jumps and all streams are cut. */
    restore() {
      epoch = newest() + 1000;
      for (const stream of streams) stream.cut();
    },
    heartbeat: () => streams.forEach((stream) => stream.send([])),
    cut: () => streams.forEach((stream) => stream.cut()),
  };
}
