import type { Db } from "../../../db/client.ts";
import { type Device, VISIT_STEPS, type VisitStep } from "../../../db/enums.ts";
import { wroteIfPossible } from "../../../db/unwritable.ts";
import { isOfferName } from "../../contract/offer-names.ts";
import { MINUTE_MS } from "../../contract/time.ts";
import { dayAt } from "../../contract/zoned-days.ts";
import type { Deps } from "../../deps.ts";
import { readSettings } from "../content/settings.ts";
import type { VisitSource } from "./visit-source.ts";

/** Most sources per day. Others are counted as `(other)`, so a client cannot fill the table. */
const MOST_SOURCES = 200;
const OTHER = "(other)";
/** Separates the columns of a key; sources and paths contain no control characters. */
const SEPARATOR = "\n";
const NO_SOURCE = SEPARATOR + SEPARATOR;

type VisitDeps = Pick<Deps, "config" | "db" | "clock">;
type CountedView = { step: VisitStep; path: string; device: Device; source: VisitSource };

type Counter = {
  /** Counts that are not stored yet, by the key columns of `visits`. */
  counts: Map<string, number>;
  minute: number;
  day: string;
  /** Sources of the day, including the unknown source. */
  sources: Set<string>;
};

const counters = new WeakMap<Db, Counter>();

function counterOf(db: Db): Counter {
  const known = counters.get(db) ?? { counts: new Map(), minute: -1, day: "", sources: new Set() };
  counters.set(db, known);
  return known;
}

/** Counts a visit in memory, on today's date in the shop's time zone. */
export function countVisit(deps: VisitDeps, { step, path, device, source }: CountedView): void {
  const counter = counterOf(deps.db);
  updateDay(deps, counter);
  const key = [step, counter.day, path, limitSource(counter, source), device].join(SEPARATOR);
  counter.counts.set(key, (counter.counts.get(key) ?? 0) + 1);
}

/** Stores the counts; keeps them in memory if the database cannot be written now. */
export function writeVisits({ db }: Pick<Deps, "db">): void {
  const { counts } = counterOf(db);
  if (counts.size === 0) return;
  const isWritten = wroteIfPossible(() =>
    db.writeWithoutWaiting(({ sqlite }) => {
      const add = sqlite.prepare(
        `INSERT INTO visits (step, day, path, referrer, utm_source, utm_campaign, device, count)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET count = count + excluded.count`,
      );
      for (const [key, count] of counts) add.run(...key.split(SEPARATOR), count);
    }),
  );
  if (isWritten) counts.clear();
}

/** Visitor who starts a checkout; `device` is undefined if the visitor is not counted. */
export type CheckoutVisitor = { device: Device | undefined; source: VisitSource };

type CountedCheckout = {
  request: { cancelRouter: string };
  visitor?: CheckoutVisitor;
  /** Products to pay for; empty if the buyer owns all of them, so that no checkout opens. */
  opened: readonly { name: string }[];
};

const CHECKOUT_PAGES = new Set(["/account", "/checkout/success"]);

/** Counts an opened checkout by the page that started it; on an offer page, also the answer. */
export function countCheckout(
  deps: VisitDeps,
  { request, visitor, opened }: CountedCheckout,
): void {
  if (!visitor?.device) return;
  const { device, source } = visitor;
  const { pathname, searchParams } = new URL(request.cancelRouter, deps.config.publicUrl);
  const offer = searchParams.get("offer");
  const isOffer = offer === "upsell2" || offer === "downsell";
  const page = CHECKOUT_PAGES.has(pathname) ? pathname : "/";
  const path = isOffer ? `/${offer}` : page;
  if (opened.length > 0) countVisit(deps, { step: "checkout", path, device, source });
  if (!isOffer) return;
  const isAccepted = opened.some(({ name }) => isOfferName(offer, name));
  countVisit(deps, { step: isAccepted ? "accepted" : "declined", path, device, source });
}

/** Starts a new day at midnight. Formats the date at most once a minute, because that is slow. */
function updateDay(deps: VisitDeps, counter: Counter): void {
  const now = deps.clock.now();
  const minute = Math.floor(now.getTime() / MINUTE_MS);
  if (minute === counter.minute) return;
  const day = dayAt(now.getTime(), readSettings(deps).timeZone || "UTC");
  if (day !== counter.day) {
    counter.sources = new Set([NO_SOURCE, ...listSources(deps.db, day)]);
    counter.day = day;
  }
  counter.minute = minute;
}

function listSources({ sqlite }: Db, day: string): string[] {
  const steps = VISIT_STEPS.map((step) => `'${step}'`).join();
  const sources = sqlite.prepare<[string], string>(
    `SELECT DISTINCT referrer || char(10) || utm_source || char(10) || utm_campaign FROM visits
     WHERE step IN (${steps}) AND day = ?`,
  );
  return sources.pluck().all(day);
}

/** Returns the three columns of a source, or `(other)` for new sources above the limit. */
function limitSource({ sources }: Counter, source: VisitSource): string {
  const values = [source.referrer, source.utmSource, source.utmCampaign];
  const key = values.join(SEPARATOR);
  if (sources.has(key)) return key;
  if (sources.size > MOST_SOURCES) return values.map((value) => value && OTHER).join(SEPARATOR);
  sources.add(key);
  return key;
}
