import { type Context, Hono } from "hono";
import { streamSSE } from "hono/streaming";
import { z } from "zod";
import type { Deps } from "../deps.ts";
import { listChanges, newestSequence } from "../domain/tables/changes-feed.ts";
import { AppError, refusals } from "../errors.ts";
import { whileAllowed } from "../http/guarded-stream.ts";
import { type AdminEnv, answerOnce } from "../http/guards.ts";
import { rowId } from "../contract/fields.ts";
import { MOST_CHANGES } from "../contract/tables.ts";
import { undoSet } from "../domain/tables/undo.ts";
import type { AdminAuthor } from "../domain/sign-in/administrators.ts";
import { query } from "../http/json.ts";

/** Heartbeat interval: proxies close connections that are idle for ten seconds. */
const HEARTBEAT_MS = 8000;
/** Heartbeat, also sent after each group of changes. Browsers drop events without a data line. */
const PING = "event: ping\ndata:\n\n";
const MOST_STREAMS_A_USER = 4;
const BUSY_SECONDS = 30;

/** Server-sent events whose ids are sequences. Ends with the session and on shutdown. */
function changeStream(deps: Deps) {
  const open = new Map<number, number>();
  const waiting = new Set<() => void>();
  const wakeAll = () => {
    for (const wake of waiting) wake();
  };
  deps.db.onCommit(wakeAll);
  deps.stopping?.addEventListener("abort", wakeAll, { once: true });

  /** Resolves at the next commit or heartbeat. */
  const nextWake = (disconnected: Promise<void>) =>
    new Promise<void>((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        waiting.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, HEARTBEAT_MS);
      waiting.add(wake);
      void disconnected.then(wake);
    });

  return (c: Context<AdminEnv>, since: number): Response => {
    // A HEAD response has no body, so its end could not be detected.
    if (c.req.method === "HEAD") return c.body(null, 200, { "Content-Type": "text/event-stream" });
    const { id: userId, requireRights } = c.var.user;
    const streams = open.get(userId) ?? 0;
    if (streams >= MOST_STREAMS_A_USER) {
      throw new AppError("rate_limited", "The admin is open in too many windows.", {
        retryAfterSeconds: BUSY_SECONDS,
      });
    }
    open.set(userId, streams + 1);
    c.env?.server?.timeout(c.req.raw, 0);
    // Tells nginx not to buffer events.
    c.header("X-Accel-Buffering", "no");

    return streamSSE(c, async (stream) => {
      const disconnected = Promise.withResolvers<void>();
      stream.onAbort(disconnected.resolve);
      async function* messages() {
        let from = since;
        while (!stream.aborted && !deps.stopping?.aborted) {
          const { changes, next } = listChanges(deps.db, { since: from, limit: MOST_CHANGES });
          from = next;
          for (const change of changes) {
            yield { id: String(change.sequence), data: JSON.stringify(change) };
          }
          // Read again: changes committed while writing did not wake the stream.
          if (changes.length > 0) continue;
          const woken = nextWake(disconnected.promise);
          yield PING;
          await woken;
        }
      }
      try {
        for await (const message of whileAllowed(messages(), requireRights)) {
          await (message === PING ? stream.write(PING) : stream.writeSSE(message));
        }
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
      } finally {
        open.set(userId, (open.get(userId) ?? 1) - 1);
      }
    });
  };
}

const sequence = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number);
const feedQuery = z.object({
  since: sequence.optional(),
  limit: sequence.pipe(z.number().min(1).max(MOST_CHANGES)).default(MOST_CHANGES),
});

export const changeRoutes = (deps: Deps) => {
  const stream = changeStream(deps);
  return new Hono<AdminEnv>()
    .get("/changes", query(feedQuery), (c) => {
      const { since = newestSequence(deps.db), limit } = c.req.valid("query");
      return c.json(listChanges(deps.db, { since, limit }), 200);
    })
    .get("/changes/stream", query(feedQuery), (c) => {
      const seen = sequence.safeParse(c.req.header("Last-Event-ID"));
      const { since = newestSequence(deps.db) } = c.req.valid("query");
      return stream(c, seen.success ? seen.data : since);
    })
    .post("/change-sets/:id/undo", async (c) => {
      const id = rowId.safeParse(c.req.param("id"));
      if (!id.success) throw new AppError("not_found", refusals.notFound);
      const run = async (author: AdminAuthor) => ({
        status: 200,
        body: { changed: await undoSet(deps, id.data, author) },
      });
      return answerOnce(c, deps, { body: null, work: { run } });
    });
};
