import type { Deps } from "../deps.ts";
import { countOf } from "./rate-limit.ts";

/** Both ways to start a checkout share one counter: card testers use whichever is open. */
export const checkoutLimit = (deps: Deps) =>
  countOf(deps, { name: "checkout", points: 30, seconds: 60, durable: true });
