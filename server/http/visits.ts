import type { Context } from "hono";
import { isbot } from "isbot";
import type { ServedPage } from "../contract/pages.ts";
import { type Funnel, OFFER_PATHS } from "../contract/stats.ts";
import type { VisitRequest } from "../contract/visits.ts";
import type { Deps } from "../deps.ts";
import { readSite } from "../domain/settings.ts";
import { type CheckoutVisitor, countVisit } from "../domain/stats/count-visits.ts";
import {
  type CheckoutOrigin,
  sourceOf,
  sourceOfCheckout,
  UNKNOWN_SOURCE,
} from "../domain/stats/visit-source.ts";
import { addressOf } from "./client-address.ts";
import type { AppEnv } from "./hono-env.ts";
import { clientKey, networkKey } from "./rate-limits.ts";
import { pathOf, queryOf } from "./request-path.ts";
import { isAdmin } from "./visitor.ts";
import { memo } from "../process/memo.ts";

const UNCOUNTED = /^\/(?:account|admin|auth|busy|mails)(?:\/|$)/;
const OFFER_PAGES = new Set<string>(OFFER_PATHS);
const LANDING = "/";
const ID = "/:id";

type Visit = VisitRequest & { client: string };

/** Counts page views and steps of visitors, without bots and administrators. */
export function visitCounter(deps: Deps, served: readonly ServedPage[]) {
  const findPath = pathFinder(deps, served);

  const count = (headers: Headers, { step, path, client, ...arrival }: Visit) => {
    const device = findDevice(deps, headers);
    if (!device) return;
    const source = optsOutOfTracking(headers) ? UNKNOWN_SOURCE : sourceOf(deps, arrival);
    countVisit(deps, { step, path, device, source, client });
  };

  return {
    /** Counts a page view and returns the response unchanged. */
    countPageView(
      request: Request,
      response: Response,
      env: AppEnv["Bindings"] | undefined,
    ): Response {
      try {
        if (!isPageView(request, response)) return response;
        const { headers, url } = request;
        const path = findPath(pathOf(url));
        const referrer = headers.get("Referer") ?? "";
        if (!path) return response;
        const client = networkKey(addressOf(request, env, deps.config.trustedProxy));
        count(headers, { step: "page", path, referrer, query: queryOf(url), client });
      } catch (error) {
        deps.log.error({ err: error }, "a page view was not counted");
      }
      return response;
    },

    /** Counts a step that the browser reports. Ignores pages that are not counted. */
    countStep(c: Context<AppEnv>, visit: VisitRequest): void {
      const path = findPath(visit.path);
      if (path === undefined) return;
      if (visit.step === "pricing" && path !== LANDING) return;
      const isAnswer = visit.step === "accepted" || visit.step === "declined";
      if (isAnswer && !OFFER_PAGES.has(path)) return;
      const client = clientKey(c, deps.config.trustedProxy);
      count(c.req.raw.headers, { ...visit, path, client });
    },
  };
}

export type VisitCounter = ReturnType<typeof visitCounter>;

/** Returns the device and source of a visitor who starts a checkout. */
export function checkoutVisitor(
  c: Context<AppEnv>,
  deps: Deps,
  origin: CheckoutOrigin,
): CheckoutVisitor {
  const { headers } = c.req.raw;
  const source = optsOutOfTracking(headers) ? UNKNOWN_SOURCE : sourceOfCheckout(deps, origin);
  const client = clientKey(c, deps.config.trustedProxy);
  return { device: findDevice(deps, headers), source, client };
}

/** Whether the browser sends GPC or DNT, so that the source must not be stored. */
function optsOutOfTracking(headers: Headers): boolean {
  return headers.get("Sec-GPC") === "1" || headers.get("DNT") === "1";
}

/** Whether a page is opened, also from the cache (304). A prefetched page may never be shown. */
function isPageView({ method, headers }: Request, response: Response): boolean {
  if (method !== "GET" || (response.status !== 200 && response.status !== 304)) return false;
  if (!response.headers.get("Content-Type")?.startsWith("text/html")) return false;
  const mode = headers.get("Sec-Fetch-Mode");
  if (mode !== null && mode !== "navigate") return false;
  return !(headers.get("Sec-Purpose") ?? headers.get("Purpose"))?.includes("prefetch");
}

/** Returns a function that maps paths of public pages to counted paths: `/upsell/7` to `/upsell`. */
function pathFinder(deps: Deps, served: readonly ServedPage[]) {
  const paths = served.map(({ path }) => path).filter((path) => !UNCOUNTED.test(path));
  const plain = new Set(paths.filter((path) => !path.includes(":")));
  const withId = new Set(
    paths.filter((path) => path.endsWith(ID)).map((path) => path.slice(0, -ID.length)),
  );
  return (requested: string): string | undefined => {
    const path = requested.toLowerCase();
    if (plain.has(path)) return path;
    const parent = path.replace(/\/\d+$/, "");
    if (parent !== path && withId.has(parent)) return parent;
    return readSite(deps).footerPages.find((page) => page.path === path)?.path;
  };
}

const MOST_BROWSERS = 1000;
const MOST_CHARACTERS = 500;
type Device = keyof Funnel["devices"];
/** Cache of devices by user agent, because detecting bots is slow; undefined for bots. */
const devices = memo<Device | undefined>({ most: MOST_BROWSERS });

/** Returns the kind of device; undefined for bots and administrators, who are not counted. */
function findDevice(deps: Deps, headers: Headers): Device | undefined {
  const agent = headers.get("User-Agent")?.slice(0, MOST_CHARACTERS) ?? "";
  const device = devices.get(agent, () =>
    agent === "" || isbot(agent) ? undefined : deviceOf(agent),
  );
  return device && !isAdmin(deps, headers) ? device : undefined;
}

function deviceOf(agent: string): Device {
  if (/iPad|Tablet/.test(agent)) return "tablet";
  if (/Mobi|iPhone|iPod/.test(agent)) return "phone";
  return agent.includes("Android") ? "tablet" : "desktop";
}
