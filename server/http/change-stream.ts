import type { Context } from "hono";
import { streamSSE } from "hono/streaming";
import { tableRefusals } from "../contract/admin-messages.ts";
import type { Deps } from "../deps.ts";
import { listChanges, MOST_CHANGES } from "../domain/tables/changes-feed.ts";
import { AppError } from "../errors.ts";
import type { AdminEnv } from "./guards.ts";

/** Proxies cut a line that is silent for longer than this or a little more. */
const HEARTBEAT_MS = 8000;
const STILL_HERE = ": still here\n\n";
const MOST_STREAMS_A_USER = 4;
const BUSY_SECONDS = 30;

/**
 * Tells administrators of changes as they happen, as an event stream: each event's id is its sequence,
 * from which a browser goes on after a break. It ends with the session, and when the store stops.
 */
export function changeStream(deps: Deps) {
  const open = new Map<number, number>();
  const waiting = new Set<() => void>();
  const wakeAll = () => {
    for (const wake of waiting) wake();
  };
  deps.db.onCommit(wakeAll);
  deps.stopping?.addEventListener("abort", wakeAll, { once: true });

  /** Resolves with the next commit, and after a heartbeat at the latest. */
  const nextNews = (stopped: Promise<void>) =>
    new Promise<void>((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        waiting.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, HEARTBEAT_MS);
      waiting.add(wake);
      void stopped.then(wake);
    });

  return (c: Context<AdminEnv>, since: number): Response => {
    // A stream without a reader would never end.
    if (c.req.method === "HEAD") return c.body(null, 200, { "Content-Type": "text/event-stream" });
    const { id: userId, requireRights } = c.var.user;
    const streams = open.get(userId) ?? 0;
    if (streams >= MOST_STREAMS_A_USER) {
      throw new AppError("rate_limited", tableRefusals.tooManyStreams, {
        retryAfterSeconds: BUSY_SECONDS,
      });
    }
    open.set(userId, streams + 1);
    c.env?.server?.timeout(c.req.raw, 0);
    // Between the store and the browser nothing may collect events to send them together.
    c.header("X-Accel-Buffering", "no");

    return streamSSE(c, async (stream) => {
      const left = Promise.withResolvers<void>();
      stream.onAbort(left.resolve);
      const goesOn = () => !stream.aborted && !deps.stopping?.aborted && hasRights(requireRights);
      try {
        let from = since;
        await stream.write(STILL_HERE);
        while (goesOn()) {
          const { changes, next } = listChanges(deps.db, { since: from, limit: MOST_CHANGES });
          from = next;
          for (const change of changes) {
            await stream.writeSSE({ id: String(change.sequence), data: JSON.stringify(change) });
          }
          // What was stored while these were sent has woken nothing.
          if (changes.length > 0) continue;
          await nextNews(left.promise);
          await stream.write(STILL_HERE);
        }
      } finally {
        open.set(userId, (open.get(userId) ?? 1) - 1);
      }
    });
  };
}

function hasRights(requireRights: () => void): boolean {
  try {
    requireRights();
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}
