import { createHash } from "node:crypto";
import { Hono } from "hono";
import { SEQUENCE_HEADER } from "../contract/tables.ts";
import { MINUTE_MS } from "../contract/time.ts";
import type { Deps } from "../deps.ts";
import { lineCounter } from "../contract/csv.ts";
import { stampOf } from "../domain/tables/changes-feed.ts";
import { readListQuery } from "../domain/tables/list-query.ts";
import { getTable } from "../domain/tables/registry.ts";
import { AppError } from "../errors.ts";
import type { AdminEnv } from "../http/guards.ts";
import { streamOf, whileAllowed } from "../http/guarded-stream.ts";
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
        throw new AppError(
          "rate_limited",
          "Two exports are already running. Please wait until one has finished.",
          {
            reason: "exports_busy",
            retryAfterSeconds: BUSY_SECONDS,
          },
        );
      }
      exports++;
      const { id: userId, requireRights } = c.var.user;
      const all = deps.reads.exportTable({ table: table.name, query }, c.req.raw.signal);
      const chunks = audited(whileAllowed(all, requireRights), (sent) => {
        const filters = query.filters.map(({ column }) => column);
        deps.log.info({ userId, table: table.name, filters, ...sent }, "A table was exported.");
      });
      allowSlowReader(c);
      return c.body(await streamOf(chunks, { stalledMs: STALLED_MS, onEnd: () => exports-- }), 200);
    });
};

type Exported = { rows: number; isComplete: boolean };

/** Yields the chunks. Records how much was read, even when aborted. */
async function* audited(
  chunks: AsyncGenerator<Uint8Array<ArrayBuffer>, undefined>,
  record: (sent: Exported) => void,
): AsyncGenerator<Uint8Array<ArrayBuffer>, undefined> {
  const countLines = lineCounter();
  let lines = 0;
  let isComplete = false;
  try {
    for await (const chunk of chunks) {
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
