import type { Context } from "hono";
import { HOUR_MS } from "../contract/time.ts";
import type { AppEnv } from "./env.ts";

/** Interval of timeout resets; shorter than a connection's idle timeout (listen.ts). */
const AGAIN_MS = 10_000;
/** For connections that a client keeps open; TCP ends those of vanished clients. */
const LONGEST_MS = 2 * HOUR_MS;
const NEVER = 0;

/**
 * Full socket buffers look idle. Set repeatedly: Bun 1.4 resets the timeout with the first bytes.
 */
export function allowSlowReader({ env, req }: Pick<Context<AppEnv>, "env" | "req">): void {
  const server = env?.server;
  if (!server) return;
  const request = req.raw;
  server.timeout(request, NEVER);
  const endsAt = performance.now() + LONGEST_MS;
  const again = setInterval(() => {
    // Bun has no address for a request whose response is complete.
    const isOver = server.requestIP(request) === null || performance.now() > endsAt;
    if (isOver) clearInterval(again);
    else server.timeout(request, NEVER);
  }, AGAIN_MS);
  again.unref();
}
