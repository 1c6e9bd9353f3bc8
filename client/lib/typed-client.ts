import { hc } from "hono/client";
import type { AppType } from "../../server/app.ts";

/** Creates a client of the store's calls, typed by its routes. */
export function createCalls({
  baseUrl = "/",
  ...options
}: {
  baseUrl?: string;
  fetch?: typeof fetch;
}) {
  return hc<AppType>(baseUrl, options).api;
}

export const calls = createCalls({});
