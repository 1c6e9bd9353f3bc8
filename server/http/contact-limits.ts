import type { Context } from "hono";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import type { AppEnv } from "./env.ts";
import { countOf } from "./rate-limit.ts";

const HOUR_SECONDS = 3600;
const MOST_AN_HOUR = 30;
const THANKED_AN_HOUR = 3;

/**
 * How often one client may write. Past the first limit its messages still arrive but nobody is
 * thanked for them any more; past the second they are refused. Both ways to send share the counters.
 */
export function contactLimits(deps: Pick<Deps, "db" | "config">) {
  const limit = (name: string, points: number) =>
    countOf(deps, { name, points, seconds: HOUR_SECONDS, durable: true });
  const thanks = limit("contact-thanks", THANKED_AN_HOUR);
  return {
    all: limit("contact", MOST_AN_HOUR),
    /** Counts one message and says whether its sender may be thanked. */
    async mayThank(c: Context<AppEnv>): Promise<boolean> {
      try {
        await thanks(c);
        return true;
      } catch (error) {
        if (error instanceof AppError && error.code === "rate_limited") return false;
        throw error;
      }
    },
  };
}
