import type { Context } from "hono";
import { HOUR_MS } from "../contract/time.ts";
import type { AppEnv } from "./env.ts";

/** Within the time for which a connection may be idle (listen.ts). */
const AGAIN_MS = 10_000;
/** A reader that is gone without a word is ended by TCP; one that only holds the connection, by this. */
const LONGEST_MS = 2 * HOUR_MS;
const NEVER = 0;

/**
 * Lets the reader of this answer stop for as long as it likes, for two hours in all: what the sockets hold
 * keeps a slow one busy for minutes, in which nothing is sent and the connection would count as idle. Bun
 * 1.4 forgets such a time with the first bytes that it sends, so it is told again while the answer lasts.
 */
export function allowSlowReader({ env, req }: Pick<Context<AppEnv>, "env" | "req">): void {
  const server = env?.server;
  if (!server) return;
  const request = req.raw;
  server.timeout(request, NEVER);
  const endsAt = performance.now() + LONGEST_MS;
  const again = setInterval(() => {
    // Bun knows no address of a request that has been answered to its end.
    const isOver = server.requestIP(request) === null || performance.now() > endsAt;
    if (isOver) clearInterval(again);
    else server.timeout(request, NEVER);
  }, AGAIN_MS);
  again.unref();
}
