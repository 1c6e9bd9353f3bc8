import { Hono } from "hono";
import { z } from "zod";
import { arrival } from "../contract/checkout.ts";
import type { VisitRequest } from "../contract/stats.ts";
import type { Deps } from "../deps.ts";
import type { VisitCounter } from "../domain/stats/visits.ts";
import type { AppEnv } from "../http/hono-env.ts";
import { publicAccess } from "../http/guards.ts";
import { json } from "../http/json.ts";
import { createRateLimit } from "../http/rate-limits.ts";
import { browserOf } from "../http/visits.ts";

const VISIT_LIMIT = { name: "visits", points: 60, seconds: 60, durable: false };

const visitRequest = arrival.extend({
  step: z.enum(["page", "pricing", "accepted", "declined"]),
  path: z.string().max(200),
}) satisfies z.ZodType<VisitRequest>;

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
