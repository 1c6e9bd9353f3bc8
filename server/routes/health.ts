import { Hono } from "hono";
import type { Deps } from "../deps.ts";
import type { AppEnv } from "../http/env.ts";
import { publicAccess } from "../http/guards.ts";
import { securityHeaders } from "../http/headers.ts";

type Status = "ok" | "starting" | "stopping" | "failing";

/**
 * Answers health checks from the start of the process to its end: 200 or 503. `?live` checks that
 * the process answers, `?ready` that it can take requests, and the plain call that all is well.
 * Public, so it does not reveal the version. A store that cannot write stays ready (decision:
 * write-check). Health checks are not logged.
 */
export const healthRoutes = ({
  config,
  life,
  checkWrites,
}: Pick<Deps, "config" | "life"> & Partial<Pick<Deps, "checkWrites">>) => {
  const headers = { ...securityHeaders(config), "Cache-Control": "no-store" };
  const answer = (isWell: boolean, body: object) =>
    Response.json(body, { status: isWell ? 200 : 503, headers });
  const status = (): Status => {
    const phase = life.phase();
    if (phase === "waiting" || phase === "starting") return "starting";
    if (phase === "leaving" || phase === "stopping") return "stopping";
    return checkWrites?.().problem ? "failing" : "ok";
  };

  return new Hono<AppEnv>().get("/health", publicAccess, (c) => {
    if (c.req.query("live") !== undefined) return answer(true, { live: true });
    if (c.req.query("ready") !== undefined) {
      const ready = life.isReady();
      return answer(ready, { ready });
    }
    const now = status();
    return answer(now === "ok", { status: now });
  });
};
