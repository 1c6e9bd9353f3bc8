import { Hono } from "hono";
import type { Deps } from "../deps.ts";
import type { AppEnv } from "../http/hono-env.ts";
import { publicAccess } from "../http/guards.ts";
import { securityHeaders } from "../http/headers.ts";

type HealthDeps = Pick<Deps, "config" | "stopping" | "checkWrites">;

/**
 * Health checks with status 200 or 503. `?live`: the process responds. `?ready`: it accepts
 * requests, also while read-only, because it serves pages and downloads. No parameter: it can also
 * write. Public, so the response contains no version.
 */
export const healthRoutes = ({ config, stopping, checkWrites }: HealthDeps) => {
  const headers = { ...securityHeaders(config), "Cache-Control": "no-store" };
  const answer = (isWell: boolean, body: object) =>
    Response.json(body, { status: isWell ? 200 : 503, headers });
  const isStopping = () => stopping?.aborted ?? false;

  return new Hono<AppEnv>().get("/health", publicAccess, (c) => {
    if (c.req.query("live") !== undefined) return answer(true, { live: true });
    if (c.req.query("ready") !== undefined) return answer(!isStopping(), { ready: !isStopping() });
    if (isStopping()) return answer(false, { status: "stopping" });
    return checkWrites().problem
      ? answer(false, { status: "failing" })
      : answer(true, { status: "ok" });
  });
};
