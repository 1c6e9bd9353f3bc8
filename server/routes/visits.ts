import { Hono } from "hono";
import { visitRequest } from "../contract/visits.ts";
import type { Deps } from "../deps.ts";
import type { AppEnv } from "../http/hono-env.ts";
import { publicAccess } from "../http/guards.ts";
import { json } from "../http/json.ts";
import { createRateLimit } from "../http/rate-limits.ts";
import type { VisitCounter } from "../http/visits.ts";

const VISIT_LIMIT = { name: "visits", points: 60, seconds: 60, durable: false };

/** Counts steps that only the browser sees. */
export const visitRoutes = (deps: Deps, visits: VisitCounter) =>
  new Hono<AppEnv>().post(
    "/visits",
    publicAccess,
    json(visitRequest, { limit: createRateLimit(deps, VISIT_LIMIT) }),
    (c) => {
      visits.countStep(c, c.req.valid("json"));
      return c.body(null, 204);
    },
  );
