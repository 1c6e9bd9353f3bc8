import { and, desc, eq, gt, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Reader } from "../../../db/client.ts";
import { orders } from "../../../db/schema.ts";
import { DAY_MS } from "../../contract/time.ts";
import type { Arrival } from "../../contract/checkout.ts";
import type { Deps } from "../../deps.ts";

/** Where a visitor came from: host of the referrer and campaign parameters; empty if unknown. */
export type VisitSource = { referrer: string; utmSource: string; utmCampaign: string };

export const UNKNOWN_SOURCE: VisitSource = { referrer: "", utmSource: "", utmCampaign: "" };

const MOST_CHARACTERS = 100;
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
    utmSource: clean(parameters.get("utm_source")),
    utmCampaign: clean(parameters.get("utm_campaign")),
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
  return clean(host);
}

function hostOf(url: string): string {
  return (URL.parse(url)?.hostname ?? "").replace(/^www\./, "");
}

/**
 * Lowercases, composes, shortens and trims a text; removes control characters and lone surrogates.
 */
function clean(text: string | null): string {
  const shortened = (text ?? "").toLowerCase().normalize("NFC").slice(0, MOST_CHARACTERS);
  return shortened.replaceAll(/\p{C}/gu, "").trim();
}
