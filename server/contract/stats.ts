import type { Arrival } from "./checkout.ts";

/** Periods that end today, in the shop's time zone; "7d" is today and the six days before. */
export const STATS_PERIODS = ["today", "7d", "30d", "90d", "year", "all"] as const;
export type StatsPeriod = (typeof STATS_PERIODS)[number];

export const STATS_GRAINS = ["day", "week", "month"] as const;
export type StatsGrain = (typeof STATS_GRAINS)[number];

/** Sums in one currency; amounts in integer cents. */
export type Sales = { revenue: number; orders: number; refunds: number };

/** `day` is the first day of the point: a day, a Monday or the first of a month. */
export type SalesPoint = Sales & { day: string };

export const SOURCE_KINDS = ["referrer", "utm_source", "utm_campaign"] as const;
export type StatsSource = { kind: (typeof SOURCE_KINDS)[number]; value: string };

/** Query of `GET /api/admin/stats`; a source restricts the funnel. */
export type StatsQuery = {
  period: StatsPeriod;
  grain: StatsGrain;
  sourceKind?: StatsSource["kind"] | undefined;
  source?: string | undefined;
};

export const RANKED_KINDS = ["product", "country", "code", ...SOURCE_KINDS] as const;
export type RankedKind = (typeof RANKED_KINDS)[number];

/** Name shown for deleted products. */
export const DELETED_PRODUCT = "Deleted product";

/**
 * `value` is the product's name, a country, a code, a host or a campaign; a country or host is empty
 * if unknown.
 */
export type RankedValue = { value: string; orders: number; revenue: number };

export type CurrencyStats = {
  currency: string;
  now: Sales;
  /** The period before; null for "all". */
  before: Sales | null;
  /** All points of the period, also those without sales. */
  series: SalesPoint[];
  /** Largest revenue first; a hundred codes at most, ten of the others. */
  ranked: Record<RankedKind, RankedValue[]>;
};

export const FUNNEL_STEPS = ["landing", "pricing", "checkout", "paid"] as const;
export type FunnelStep = (typeof FUNNEL_STEPS)[number];

export const OFFER_PATHS = ["/upsell", "/upsell2", "/downsell"] as const;
export type OfferPath = (typeof OFFER_PATHS)[number];

export type Funnel = {
  steps: Record<FunnelStep, number>;
  offers: { path: OfferPath; shown: number; accepted: number; declined: number }[];
  /** Paid orders that contain a product of the offers. */
  extrasPaid: number;
  /** Page views by device. */
  devices: Record<"phone" | "tablet" | "desktop", number>;
  /** Most viewed pages, ten at most. */
  pages: { path: string; views: number }[];
  /** Filter options: the sources of the period's months, most views first, thirty at most. */
  sources: StatsSource[];
};

/** `GET /api/admin/stats?period=30d&grain=day[&sourceKind=referrer&source=example.com]` */
export type Stats = {
  period: StatsPeriod;
  grain: StatsGrain;
  timeZone: string;
  /** First and last day, YYYY-MM-DD. */
  from: string;
  to: string;
  before: { from: string; to: string } | null;
  /** Currencies of this and the previous period, largest revenue first. */
  currencies: CurrencyStats[];
  funnel: Funnel;
};

/** A step without a document request: a page opened by script, prices seen, an answer to an offer. */
export type VisitRequest = Arrival & {
  step: "page" | "pricing" | "accepted" | "declined";
  path: string;
};
