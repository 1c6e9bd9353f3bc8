import { isbot } from "isbot";
import type { ServedPage } from "../../contract/pages.ts";
import { type Funnel, OFFER_PATHS, type VisitRequest } from "../../contract/stats.ts";
import type { Deps } from "../../deps.ts";
import { memo } from "../../process/memo.ts";
import { productPaths, readCached } from "../public-reads.ts";
import { readSettings, readSite } from "../settings.ts";
import {
  type CheckoutOrigin,
  type CheckoutVisitor,
  countVisit,
  sourceOf,
  sourceOfCheckout,
  UNKNOWN_SOURCE,
} from "./count-visits.ts";

const UNCOUNTED = /^\/(?:account|admin|auth|busy|mails)(?:\/|$)/;
const OFFER_PAGES = new Set<string>(OFFER_PATHS);
const LANDING = "/";
const ID = "/:id";

type VisitDeps = Pick<Deps, "config" | "db" | "clock">;

/** Who visits. `client` is the address or network; it is not stored. */
export type VisitingBrowser = {
  userAgent: string;
  client: string;
  /** Whether it sends GPC or DNT, so that its source must not be stored. */
  optsOut: boolean;
  isAdmin: () => boolean;
};

/**
 * Returns a function that counts a page view or a step. It ignores bots, administrators, pages that
 * are not counted, and steps that do not belong to their page.
 */
export function visitCounter(deps: VisitDeps, served: readonly ServedPage[]) {
  const findPath = pathFinder(deps, served);
  return ({ step, path: requested, ...arrival }: VisitRequest, browser: VisitingBrowser): void => {
    const path = findPath(requested);
    // Visitors of a closed shop cannot buy, so they would lower its rates.
    if (path === undefined || !readSettings(deps).isOpen) return;
    if (step === "pricing" && path !== LANDING) return;
    const isAnswer = step === "accepted" || step === "declined";
    if (isAnswer && !OFFER_PAGES.has(path)) return;
    const device = findDevice(browser);
    if (!device) return;
    const source = browser.optsOut ? UNKNOWN_SOURCE : sourceOf(deps, arrival);
    countVisit(deps, { step, path, device, source, client: browser.client });
  };
}

export type VisitCounter = ReturnType<typeof visitCounter>;

/** Returns the device and source of a visitor who starts a checkout. */
export function checkoutVisitor(
  deps: VisitDeps,
  browser: VisitingBrowser,
  origin: CheckoutOrigin,
): CheckoutVisitor {
  const source = browser.optsOut ? UNKNOWN_SOURCE : sourceOfCheckout(deps, origin);
  return { device: findDevice(browser), source, client: browser.client };
}

/** Returns a function that maps paths of public pages to counted paths: `/upsell/7` to `/upsell`. */
function pathFinder(deps: VisitDeps, served: readonly ServedPage[]) {
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
    const footerPaths = readSite(deps).footerPages.map((page) => page.path);
    return [...readCached(deps.db, productPaths), ...footerPaths].find((known) => known === path);
  };
}

const MOST_BROWSERS = 1000;
const MOST_CHARACTERS = 500;
type Device = keyof Funnel["devices"];
/** Cache of devices by user agent, because detecting bots is slow; undefined for bots. */
const devices = memo<Device | undefined>({ most: MOST_BROWSERS });

/** Returns the kind of device; undefined for bots and administrators, who are not counted. */
function findDevice({ userAgent, isAdmin }: VisitingBrowser): Device | undefined {
  const agent = userAgent.slice(0, MOST_CHARACTERS);
  const device = devices.get(agent, () =>
    agent === "" || isbot(agent) ? undefined : deviceOf(agent),
  );
  return device && !isAdmin() ? device : undefined;
}

function deviceOf(agent: string): Device {
  if (/iPad|Tablet/.test(agent)) return "tablet";
  if (/Mobi|iPhone|iPod/.test(agent)) return "phone";
  return agent.includes("Android") ? "tablet" : "desktop";
}
