import type { Deps } from "../deps.ts";
import { CODES_PER_ADDRESS, countOf, limiterOf } from "./rate-limit.ts";

const HOUR_SECONDS = 3600;

/**
 * How often one client may ask for sign-in codes and guess them, and how many one address is sent.
 * Calls and form posts share the counters.
 */
export function codeLimits(deps: Pick<Deps, "db" | "config">) {
  const limit = (name: string, points: number) =>
    countOf(deps, { name, points, seconds: HOUR_SECONDS, durable: true });
  return {
    ask: limit("code-client", 20),
    find: limit("find", 20),
    guess: limit("code-guess", 60),
    perAddress: limiterOf(deps, CODES_PER_ADDRESS),
  };
}
