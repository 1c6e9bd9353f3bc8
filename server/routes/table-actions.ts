import { Hono } from "hono";
import { z } from "zod";
import type { Deps } from "../deps.ts";
import { runAction } from "../domain/tables/run-action.ts";
import type { AdminEnv } from "../http/guards.ts";
import { json } from "../http/json.ts";
import { answerOnce } from "../http/answer-once.ts";

/** None of our ids has more digits. */
const PATH = "/:table/:id{[0-9]{1,15}}/actions/:action";

/** What the action's form holds: an administrator is trusted to press as often as they like. */
const values = json(z.record(z.string(), z.unknown()), { limit: async () => {} });

/** What an administrator can do with a row besides changing it. */
export const tableActionRoutes = (deps: Deps) =>
  new Hono<AdminEnv>().post(PATH, values, async (c) => {
    const { table, id, action } = c.req.param();
    const body = c.req.valid("json");
    const ifMatch = c.req.header("If-Match");
    const request = { table, id: Number(id), action, values: body, ifMatch };
    return answerOnce(c, deps, {
      body,
      work: { act: (author, call) => runAction(deps, request, { ...call, author }) },
    });
  });
