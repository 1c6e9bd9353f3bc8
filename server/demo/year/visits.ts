import type { Device, VisitStep } from "../../../db/enums.ts";
import { DAY_MS, HOUR_MS } from "../../contract/time.ts";
import type { Deps } from "../../deps.ts";
import { countVisit, writeVisits } from "../../domain/stats/count-visits.ts";
import { chooseDevice, chooseSource, type Source } from "./people.ts";
import { YEAR_DAYS, type YearEvent } from "./plan.ts";
import { createRandom, type Random } from "./random.ts";

/** Visitors of the landing page for each purchase that starts there, and on a day without one. */
const VISITORS_A_PURCHASE = 17;
const VISITORS_A_DAY = 6;
/** Share of the visitors who look at the prices or at another page. */
const SEEN_PRICES = 0.42;
const OTHER_PAGES = [
  ["/contact", 0.02],
  ["/terms", 0.01],
  ["/login", 0.015],
] as const;
const OFFER_PAGES = ["/upsell", "/upsell2", "/downsell"];

type Visit = { step: VisitStep; path: string; device: Device; source: Source };

/** Counts the visits of the year, day by day, with those that the plan's orders need. */
export function countYear(
  { config, db }: Pick<Deps, "config" | "db">,
  { events, now, seed = 2 }: { events: readonly YearEvent[]; now: Date; seed?: number },
): void {
  const random = createRandom(seed);
  for (let ago = YEAR_DAYS; ago >= 0; ago--) {
    const end = now.getTime() - ago * DAY_MS;
    // Noon is the same day in every time zone of the shop's customers.
    const day = new Date(end - (end % DAY_MS)).getTime();
    const at = new Date(Math.min(day + 12 * HOUR_MS, now.getTime()));
    const clock = { now: () => at };
    const ofDay = events.filter((event) => event.at >= day && event.at < day + DAY_MS);
    for (const [nth, visit] of visitsOf(random, ofDay, at.getTime()).entries()) {
      // Every visitor is another client, because each may only be counted a few times.
      countVisit({ config, db, clock }, { ...visit, client: `${ago}-${nth}` });
    }
  }
  writeVisits({ db });
}

function visitsOf(random: Random, events: readonly YearEvent[], at: number): Visit[] {
  const orders = events.filter((event) => event.kind === "order");
  const landed = orders.filter(({ from }) => from === "/");
  const visits = landed.flatMap(({ buyer: { device, source } }): Visit[] =>
    (["page", "pricing", "checkout"] as const).map((step) => ({ step, path: "/", device, source })),
  );
  const others = landed.length * VISITORS_A_PURCHASE + VISITORS_A_DAY;
  for (let nth = 0; nth < others; nth++) {
    const visitor = { device: chooseDevice(random), source: chooseSource(random, at) };
    visits.push({ step: "page", path: "/", ...visitor });
    if (random.chance(SEEN_PRICES)) visits.push({ step: "pricing", path: "/", ...visitor });
    for (const [path, share] of OTHER_PAGES) {
      if (random.chance(share)) visits.push({ step: "page", path, ...visitor });
    }
  }
  const paid = new Set(events.flatMap((event) => (event.kind === "pay" ? [event.order] : [])));
  return [...visits, ...offerVisits(orders.filter(({ order }) => paid.has(order)))];
}

/** Each buyer sees the offers until one is accepted. */
function offerVisits(orders: readonly (YearEvent & { kind: "order" })[]): Visit[] {
  const bought = orders.filter(({ from }) => from === "/");
  return bought.flatMap(({ buyer }) => {
    const { device, source } = buyer;
    const taken = orders.find(
      (order) => order.buyer === buyer && OFFER_PAGES.includes(pageOf(order)),
    );
    const last = taken ? OFFER_PAGES.indexOf(pageOf(taken)) : OFFER_PAGES.length - 1;
    return OFFER_PAGES.slice(0, last + 1).flatMap((path): Visit[] => {
      const isTaken = taken !== undefined && pageOf(taken) === path;
      const answer = isTaken ? "accepted" : "declined";
      const steps: VisitStep[] = ["page", answer, ...(isTaken ? (["checkout"] as const) : [])];
      return steps.map((step) => ({ step, path, device, source }));
    });
  });
}

/** Counted path of the page from which an order was started: `/upsell/1` counts as `/upsell`. */
function pageOf({ from }: { from: string }): string {
  return /^\/[a-z0-9]*/.exec(from)?.[0] ?? "";
}
