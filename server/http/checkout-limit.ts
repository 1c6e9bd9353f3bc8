import type { Deps } from "../deps.ts";
import { rateLimit } from "./rate-limit.ts";

/** Both ways to start a checkout share one counter: card testers use whichever is open. */
export const checkoutLimit = (deps: Deps) =>
  rateLimit(deps, { name: "checkout", points: 30, seconds: 60, durable: true });
