import { createHash } from "node:crypto";
import { Hono } from "hono";
import { listRefusals } from "../contract/admin-messages.ts";
import { SEQUENCE_HEADER } from "../contract/tables.ts";
import { MINUTE_MS } from "../contract/time.ts";
import type { Deps } from "../deps.ts";
import { lineCounter } from "../domain/tables/csv.ts";
import { stampOf } from "../domain/tables/changes-feed.ts";
import { readListQuery } from "../domain/tables/list-query.ts";
import { getTable } from "../domain/tables/registry.ts";
import { AppError } from "../errors.ts";
import type { AdminEnv } from "../http/guards.ts";
import { rateLimit } from "../http/rate-limits.ts";
import { matchesEtag } from "../http/encoded-body.ts";
import { allowSlowReader } from "../http/slow-reader.ts";

/** Rate limit that allows fast scrolling, but not copying the whole shop. */
const LISTED = { name: "tables", points: 600, seconds: 60, durable: false };

const MOST_EXPORTS = 2;
/** Timeout of a stalled export, because a running export keeps the WAL from being reset. */
const STALLED_MS = MINUTE_MS;
/** Connection idle timeout, longer than reads wait in the queue; Bun's default is 10 s. */
const IDLE_SECONDS = 255;
const BUSY_SECONDS = 10;

export const tableReadRoutes = (deps: Deps) => {
  let exports = 0;

  return new Hono<AdminEnv>()
    .use(async (c, next) => {
      if (c.req.method === "GET") c.env?.server?.timeout(c.req.raw, IDLE_SECONDS);
      await next();
    })
    .get("/:table", rateLimit(deps, LISTED), async (c) => {
      const table = getTable(c.req.param("table"));
      const query = readListQuery(table, c.req.queries());
      const etagOf = (stamp: string) => tagOf([table.name, query, stamp]);
      const seen = etagOf(stampOf(deps.db, table));
      if (matchesEtag(c.req.header("If-None-Match") ?? null, seen)) {
        c.header("ETag", `W/${seen}`);
        return c.body(null, 304);
      }
      const listed = await deps.reads.run("page", { table: table.name, query }, c.req.raw.signal);
      c.var.user.requireRights();
      c.header("ETag", `W/${etagOf(listed.stamp)}`);
      c.header(SEQUENCE_HEADER, String(listed.sequence));
      c.header("Content-Type", "application/json");
      return c.body(listed.body, 200);
    })
    .get("/:table/export", rateLimit(deps, LISTED), async (c) => {
      const table = getTable(c.req.param("table"));
      const query = readListQuery(table, c.req.queries());
      c.header("Content-Type", "text/csv; charset=utf-8");
      c.header("Content-Disposition", `attachment; filename="${table.name}.csv"`);
      if (c.req.method === "HEAD") return c.body(null, 200);
      if (exports >= MOST_EXPORTS) {
        throw new AppError("rate_limited", listRefusals.exportsBusy, {
          reason: "exports_busy",
          retryAfterSeconds: BUSY_SECONDS,
        });
      }
      exports++;
      const { id: userId, requireRights } = c.var.user;
      const all = deps.reads.exportTable({ table: table.name, query }, c.req.raw.signal);
      const chunks = audited(all, requireRights, (sent) => {
        const filters = query.filters.map(({ column }) => column);
        deps.log.info({ userId, table: table.name, filters, ...sent }, "A table was exported.");
      });
      allowSlowReader(c);
      return c.body(await streamOf(chunks, () => exports--), 200);
    });
};

type Exported = { rows: number; isComplete: boolean };

/** Yields the chunks, checking rights before each. Records how much was read, even when aborted. */
async function* audited(
  chunks: AsyncGenerator<Uint8Array<ArrayBuffer>, undefined>,
  requireRights: () => void,
  record: (sent: Exported) => void,
): AsyncGenerator<Uint8Array<ArrayBuffer>, undefined> {
  const countLines = lineCounter();
  let lines = 0;
  let isComplete = false;
  try {
    for await (const chunk of chunks) {
      requireRights();
      lines = countLines(chunk);
      yield chunk;
    }
    isComplete = true;
    return undefined;
  } finally {
    if (lines > 0) record({ rows: lines - 1, isComplete });
  }
}

function tagOf(of: unknown): string {
  return `"${createHash("sha256").update(JSON.stringify(of)).digest("base64url").slice(0, 27)}"`;
}

/** Converts chunks to a stream; fails when its reader stalls for a minute. Calls `onEnd` once. */
async function streamOf(
  chunks: AsyncGenerator<Uint8Array<ArrayBuffer>, undefined>,
  onEnd: () => void,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let ended = false;
  const end = async () => {
    clearTimeout(timer);
    if (ended) return;
    ended = true;
    await chunks.return(undefined).finally(onEnd);
  };
  let next = await chunks.next().catch(async (error: unknown) => {
    await end();
    throw error;
  });
  const wait = (controller: ReadableStreamDefaultController) => {
    timer = setTimeout(() => {
      controller.error(new Error("The reader of an export has stopped."));
      void end();
    }, STALLED_MS);
  };
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      // Starts the timeout now, because a disconnected client neither pulls nor cancels.
      start: wait,
      async pull(controller) {
        clearTimeout(timer);
        try {
          if (next.done) {
            await end();
            controller.close();
            return;
          }
          controller.enqueue(next.value);
          wait(controller);
          next = await chunks.next();
        } catch (error) {
          controller.error(error);
          await end();
        }
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  );
}
