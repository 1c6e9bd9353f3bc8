import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { Deps } from "../deps.ts";
import type { AppEnv } from "./env.ts";
import { clientKey, CODES_PER_ADDRESS, limiterOf } from "./rate-limit.ts";

const HOUR_SECONDS = 3600;

/** Counts one request of its client; throws AppError `rate_limited` past the limit. */
export type Count = (c: Context<AppEnv>) => Promise<void>;

/**
 * How often one client may ask for sign-in codes and guess them, and how many one address is sent.
 * Calls and form posts share the counters.
 */
export function codeLimits(deps: Pick<Deps, "db" | "config">) {
  const limit = (name: string, points: number): Count => {
    const consume = limiterOf(deps, { name, points, seconds: HOUR_SECONDS, durable: true });
    return (c) => consume(clientKey(c, deps.config.trustedProxy));
  };
  return {
    ask: limit("code-client", 20),
    find: limit("find", 20),
    guess: limit("code-guess", 60),
    perAddress: limiterOf(deps, CODES_PER_ADDRESS),
  };
}

/** A limit as a step before a call: whoever is past it is not read any further. */
export const counted = (count: Count) =>
  createMiddleware<AppEnv>(async (c, next) => {
    await count(c);
    await next();
  });
