import { Hono } from "hono";
import { z } from "zod";
import type { Deps } from "../deps.ts";
import { runAction } from "../domain/tables/run-action.ts";
import { type AdminEnv, answerOnce } from "../http/guards.ts";
import { json } from "../http/json.ts";

const PATH = "/:table/:id{[0-9]{1,15}}/actions/:action";

// No rate limit, because only administrators call this route.
const values = json(z.record(z.string(), z.unknown()));

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
