import type { Context } from "hono";
import { HOUR_MS } from "../contract/time.ts";
import type { AppEnv } from "./hono-env.ts";

/** Interval of timeout resets; shorter than a connection's idle timeout (listen.ts). */
const AGAIN_MS = 10_000;
/** Time limit for clients that keep a connection open; TCP ends connections of vanished clients. */
const LONGEST_MS = 2 * HOUR_MS;
const NEVER = 0;

/**
 * Disables the idle timeout: full socket buffers look idle. Repeats, because Bun 1.4 resets it.
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
