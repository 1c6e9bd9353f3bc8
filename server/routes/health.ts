import { Hono } from "hono";
import type { Deps } from "../deps.ts";
import type { AppEnv } from "../http/env.ts";
import { securityHeaders } from "../http/headers.ts";

type Status = "ok" | "starting" | "stopping" | "failing";

/**
 * Answers health checks, from the first moment of a process to its last: 200 or 503. `?live` asks
 * whether it answers at all, `?ready` whether requests should be sent here, the call alone whether all
 * is well. Anybody can ask, so it does not tell the version. A store that cannot write stays ready
 * (decision: write-check). No such answer is logged.
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

  return new Hono<AppEnv>().get("/health", (c) => {
    if (c.req.query("live") !== undefined) return answer(true, { live: true });
    if (c.req.query("ready") !== undefined) {
      const ready = life.isReady();
      return answer(ready, { ready });
    }
    const now = status();
    return answer(now === "ok", { status: now });
  });
};
