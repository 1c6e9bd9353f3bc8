import type { Deps } from "../deps.ts";
import type { VisitCounter, VisitingBrowser } from "../domain/stats/visits.ts";
import { addressOf } from "./client-address.ts";
import type { AppEnv } from "./hono-env.ts";
import { networkKey } from "./rate-limits.ts";
import { pathOf, queryOf } from "./request-path.ts";
import { isAdmin } from "./visitor.ts";

type Served = { request: Request; response: Response; env: AppEnv["Bindings"] | undefined };

/** Counts a page view. Only logs an error, because the response must be sent anyway. */
export function countPageView(
  deps: Deps,
  count: VisitCounter,
  { request, response, env }: Served,
): void {
  try {
    if (!isPageView(request, response)) return;
    const { headers, url } = request;
    const arrival = { referrer: headers.get("Referer") ?? "", query: queryOf(url) };
    count({ step: "page", path: pathOf(url), ...arrival }, browserOf(deps, request, env));
  } catch (error) {
    deps.log.error({ err: error }, "a page view was not counted");
  }
}

/** Returns what visits are counted by. */
export function browserOf(
  deps: Deps,
  request: Request,
  env: AppEnv["Bindings"] | undefined,
): VisitingBrowser {
  const { headers } = request;
  return {
    userAgent: headers.get("User-Agent") ?? "",
    client: networkKey(addressOf(request, env, deps.config.trustedProxy)),
    optsOut: headers.get("Sec-GPC") === "1" || headers.get("DNT") === "1",
    isAdmin: () => isAdmin(deps, headers),
  };
}

/** Whether a page is opened, also from the cache (304). A prefetched page may never be shown. */
function isPageView({ method, headers }: Request, response: Response): boolean {
  if (method !== "GET" || (response.status !== 200 && response.status !== 304)) return false;
  if (!response.headers.get("Content-Type")?.startsWith("text/html")) return false;
  const mode = headers.get("Sec-Fetch-Mode");
  if (mode !== null && mode !== "navigate") return false;
  return !(headers.get("Sec-Purpose") ?? headers.get("Purpose"))?.includes("prefetch");
}
