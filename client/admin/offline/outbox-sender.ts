import { backoffMs } from "../../lib/retry.ts";
import { drain, type Phase } from "./drain.ts";
import type { Entry, Outcome } from "./entry.ts";
import type { Send } from "./outbox.ts";
import type { OutboxStore } from "./outbox-store.ts";

const BACKOFF = { firstMs: 1_000, mostMs: 60_000 };

type SenderParts = {
  store: OutboxStore;
  send: Send;
  /** Runs while no other tab does. */
  withLock: (run: () => Promise<void>) => Promise<void>;
  /** Runs one sending; handles storage errors. */
  guard: (run: () => Promise<void>) => Promise<void>;
  onSettled: (entry: Entry, outcome: Outcome) => void;
  onEnd: (phase: Phase) => void;
};

/** Sends the outbox in one tab at a time, and again with back-off while entries are left. */
export function createSender({ withLock, guard, onEnd, ...parts }: SenderParts) {
  let failures = 0;
  let isClosed = false;
  let queued: Promise<void> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function start(): Promise<void> {
    if (isClosed) return;
    clearTimeout(timer);
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
    const { end, afterMs, sent } = await drain({ ...parts, isClosed: () => isClosed });
    onEnd(end);
    if (sent > 0 || afterMs === undefined) failures = 0;
    if (afterMs === undefined || isClosed) return;
    timer = setTimeout(start, Math.max(afterMs, backoffMs(failures, BACKOFF)));
    failures += 1;
  }

  return {
    /** Sends at once and resets the back-off; resolves when sending has ended. */
    sendNow(): Promise<void> {
      failures = 0;
      return start();
    },
    close(): void {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
