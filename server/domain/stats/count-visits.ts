import { and, desc, eq, gt, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Db, Reader } from "../../../db/client.ts";
import { type Device, VISIT_STEPS, type VisitStep } from "../../../db/enums.ts";
import { wroteIfPossible } from "../../../db/unwritable.ts";
import { orders } from "../../../db/schema.ts";
import { findOffer, OFFER_KINDS } from "../../contract/offer-names.ts";
import { countedSource } from "../../contract/counted-source.ts";
import { DAY_MS, MINUTE_MS } from "../../contract/time.ts";
import type { Deps } from "../../deps.ts";
import type { Arrival } from "../../contract/checkout.ts";
import { readSettings, timeZoneOf } from "../settings.ts";
import { dayAt } from "./zoned-days.ts";

/** Most new sources per day. Others are counted as `(other)`, which bounds the table. */
const MOST_SOURCES = 200;
/** Window of the limits of one client. */
const WINDOW_MINUTES = 10;
/** Most counted visits of a client at each step in a window; a household has fewer. */
const MOST_VISITS = 30;
const MOST_CLIENT_SOURCES = 5;
const OTHER = "(other)";
/** Separates the columns of a key; sources and paths contain no control characters. */
const SEPARATOR = "\n";
const NO_SOURCE = SEPARATOR + SEPARATOR;

type VisitDeps = Pick<Deps, "config" | "db" | "clock">;
/** `client` is the address or network of the visitor; it is not stored. */
type CountedView = {
  step: VisitStep;
  path: string;
  device: Device;
  source: VisitSource;
  client: string;
};

type Counter = {
  /** Counts that are not stored yet, by the key columns of `visits`. */
  counts: Map<string, number>;
  minute: number;
  day: string;
  /** Sources of orders and of the last days, and the unknown source. */
  known: Set<string>;
  /** New sources of this day. */
  added: Set<string>;
  /** Uses of each client's limits in this window. */
  uses: Map<string, number>;
};

const counters = new WeakMap<Db, Counter>();

function counterOf(db: Db): Counter {
  const counter = counters.get(db) ?? {
    counts: new Map(),
    minute: -1,
    day: "",
    known: new Set(),
    added: new Set(),
    uses: new Map(),
  };
  counters.set(db, counter);
  return counter;
}

/**
 * Counts a visit in memory, on today's date in the shop's time zone. Ignores visits of a client
 * past its limit.
 */
export function countVisit(
  deps: VisitDeps,
  { step, path, device, source, client }: CountedView,
): void {
  const counter = counterOf(deps.db);
  updateDay(deps, counter);
  if (!consumeLimit(counter, `${client} ${step}`, MOST_VISITS)) return;
  const columns = limitSource(counter, source, client);
  const key = [step, counter.day, path, columns, device].join(SEPARATOR);
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
export type CheckoutVisitor = Pick<CountedView, "source" | "client"> & {
  device: Device | undefined;
};

type CountedCheckout = {
  request: { cancelRouter: string };
  visitor?: CheckoutVisitor;
  /** Products to pay for; empty if the buyer owns all of them, so that no checkout opens. */
  opened: readonly { id: number; name: string }[];
};

const CHECKOUT_PAGES = new Set(["/account", "/checkout/success"]);

/** Counts an opened checkout by the page that started it; on an offer page, also the answer. */
export function countCheckout(
  deps: VisitDeps,
  { request, visitor, opened }: CountedCheckout,
): void {
  if (!visitor?.device) return;
  const { device, source, client } = visitor;
  const { pathname, searchParams } = new URL(request.cancelRouter, deps.config.publicUrl);
  const offer = OFFER_KINDS.find((kind) => kind === searchParams.get("offer"));
  const page = CHECKOUT_PAGES.has(pathname) ? pathname : "/";
  const path = offer ? `/${offer}` : page;
  if (opened.length > 0) countVisit(deps, { step: "checkout", path, device, source, client });
  if (!offer) return;
  const isAccepted = findOffer(offer, opened, readSettings(deps)) !== undefined;
  countVisit(deps, { step: isAccepted ? "accepted" : "declined", path, device, source, client });
}

/** Starts a new day at midnight. Formats the date at most once a minute, because that is slow. */
function updateDay(deps: VisitDeps, counter: Counter): void {
  const now = deps.clock.now();
  const minute = Math.floor(now.getTime() / MINUTE_MS);
  if (minute === counter.minute) return;
  const windowOf = (time: number) => Math.floor(time / WINDOW_MINUTES);
  if (windowOf(minute) !== windowOf(counter.minute)) counter.uses.clear();
  const day = dayAt(now.getTime(), timeZoneOf(readSettings(deps)));
  if (day !== counter.day) {
    counter.known = new Set([NO_SOURCE, ...listKnownSources(deps.db, day)]);
    counter.added = new Set(listSources(deps.db, day)).difference(counter.known);
    counter.day = day;
  }
  counter.minute = minute;
}

const SOURCE = ["referrer", "utm_source", "utm_campaign"]
  .map((column) => `coalesce(${column}, '')`)
  .join(" || char(10) || ");
const STEPS = VISIT_STEPS.map((step) => `'${step}'`).join();

function listSources({ sqlite }: Db, day: string): string[] {
  const sources = sqlite.prepare<[string], string>(
    `SELECT DISTINCT ${SOURCE} FROM visits WHERE step IN (${STEPS}) AND day = ?`,
  );
  return sources.pluck().all(day);
}

/**
 * Returns the sources of the newest paid orders, and those with the most visits on the 30 days
 * before `day`.
 */
function listKnownSources({ sqlite }: Db, day: string): string[] {
  const sources = sqlite.prepare<[string, string], string>(
    `SELECT source FROM (
       SELECT ${SOURCE} AS source FROM orders
       WHERE paid_at IS NOT NULL AND source = 'own' ORDER BY id DESC LIMIT 5000)
     UNION
     SELECT source FROM (
       SELECT ${SOURCE} AS source FROM visits
       WHERE step IN (${STEPS}) AND day >= date(?, '-30 days') AND day < ?
       GROUP BY source ORDER BY sum(count) DESC LIMIT ${MOST_SOURCES})`,
  );
  return sources.pluck().all(day, day);
}

/** Returns the three columns of a source, or `(other)` for new sources above the limits. */
function limitSource(counter: Counter, source: VisitSource, client: string): string {
  const { known, added } = counter;
  const values = [source.referrer, source.utmSource, source.utmCampaign];
  const key = values.join(SEPARATOR);
  if (known.has(key) || added.has(key)) return key;
  if (
    added.size >= MOST_SOURCES ||
    !consumeLimit(counter, `${client} source`, MOST_CLIENT_SOURCES)
  ) {
    return values.map((value) => value && OTHER).join(SEPARATOR);
  }
  added.add(key);
  return key;
}

/** Uses a limit once; returns false if it has been used `most` times in this window. */
function consumeLimit({ uses }: Counter, limit: string, most: number): boolean {
  const used = uses.get(limit) ?? 0;
  if (used >= most) return false;
  uses.set(limit, used + 1);
  return true;
}

/** Where a visitor came from: host of the referrer and campaign parameters; empty if unknown. */
export type VisitSource = { referrer: string; utmSource: string; utmCampaign: string };

export const UNKNOWN_SOURCE: VisitSource = { referrer: "", utmSource: "", utmCampaign: "" };

/** How long a browser's orders inherit the source of its last order. */
const SAME_VISIT_MS = DAY_MS;
/** Host of the payment page, which sends buyers back. */
const PAYMENT_HOST = /(?:^|\.)stripe\.com$/;

/** Returns the source of a visit: that of the order if the query has an order's session id. */
export function sourceOf(
  { config, db }: Pick<Deps, "config" | "db">,
  { referrer, query }: Arrival,
): VisitSource {
  const parameters = new URLSearchParams(query);
  const sessionId = parameters.get("sessionId");
  if (sessionId !== null) return sourceOfOrder(db, eq(orders.sessionId, sessionId));
  return {
    referrer: foreignHost(config.publicUrl, referrer),
    utmSource: countedSource(parameters.get("utm_source") ?? ""),
    utmCampaign: countedSource(parameters.get("utm_campaign") ?? ""),
  };
}

export type CheckoutOrigin = { arrival: Arrival | undefined; browserHash: string };

/** Returns the source of a checkout, by default the source of the browser's last order. */
export function sourceOfCheckout(
  deps: Pick<Deps, "config" | "db" | "clock">,
  { arrival, browserHash }: CheckoutOrigin,
): VisitSource {
  const source = arrival ? sourceOf(deps, arrival) : UNKNOWN_SOURCE;
  if (Object.values(source).some((value) => value !== "")) return source;
  const since = new Date(deps.clock.now().getTime() - SAME_VISIT_MS);
  const isRecent = and(eq(orders.browserHash, browserHash), gt(orders.createdAt, since));
  return sourceOfOrder(deps.db, isRecent);
}

function sourceOfOrder(db: Reader, isWanted: SQL | undefined): VisitSource {
  const textOf = (column: SQLiteColumn) => sql<string>`coalesce(${column}, '')`;
  const columns = {
    referrer: textOf(orders.referrer),
    utmSource: textOf(orders.utmSource),
    utmCampaign: textOf(orders.utmCampaign),
  };
  const newest = db.select(columns).from(orders).where(isWanted).orderBy(desc(orders.id));
  return newest.limit(1).get() ?? UNKNOWN_SOURCE;
}

function foreignHost(publicUrl: string, referrer: string): string {
  const host = hostOf(referrer);
  if (host === "" || host === hostOf(publicUrl) || PAYMENT_HOST.test(host)) return "";
  return countedSource(host);
}

function hostOf(url: string): string {
  return (URL.parse(url)?.hostname ?? "").replace(/^www\./, "");
}
