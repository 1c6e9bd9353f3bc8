import { Hono } from "hono";
import { visitRequest } from "../contract/visits.ts";
import type { Deps } from "../deps.ts";
import type { VisitCounter } from "../domain/stats/visits.ts";
import type { AppEnv } from "../http/hono-env.ts";
import { publicAccess } from "../http/guards.ts";
import { json } from "../http/json.ts";
import { createRateLimit } from "../http/rate-limits.ts";
import { browserOf } from "../http/visits.ts";

const VISIT_LIMIT = { name: "visits", points: 60, seconds: 60, durable: false };

/** Counts steps that only the browser sees. */
export const visitRoutes = (deps: Deps, count: VisitCounter) =>
  new Hono<AppEnv>().post(
    "/visits",
    publicAccess,
    json(visitRequest, { limit: createRateLimit(deps, VISIT_LIMIT) }),
    (c) => {
      count(c.req.valid("json"), browserOf(deps, c.req.raw, c.env));
      return c.body(null, 204);
    },
  );
