import { Hono } from "hono";
import { z } from "zod";
import { rowId } from "../contract/fields.ts";
import { refusals } from "../contract/refusals.ts";
import type { Deps } from "../deps.ts";
import { listChanges, MOST_CHANGES, newestSequence } from "../domain/tables/changes-feed.ts";
import { undoSet } from "../domain/tables/undo.ts";
import type { AdminAuthor } from "../domain/sign-in/administrators.ts";
import { AppError } from "../errors.ts";
import { answerOnce } from "../http/answer-once.ts";
import { changeStream } from "../http/change-stream.ts";
import type { AdminEnv } from "../http/guards.ts";
import { query } from "../http/json.ts";

const sequence = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number);
const feedQuery = z.object({
  since: sequence.optional(),
  limit: sequence.pipe(z.number().min(1).max(MOST_CHANGES)).default(MOST_CHANGES),
});

/** The feed and stream of changes, and undo. */
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
