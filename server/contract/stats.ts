import type { Arrival } from "./checkout.ts";

/**
 * Periods relative to today, in the shop's time zone. All but "last_month" end today; "7d" is today
 * and the six days before.
 */
export const RELATIVE_PERIODS = ["today", "7d", "30d", "90d", "last_month", "year", "all"] as const;

/** `custom` is a range of days given as `from` and `to`. */
export const STATS_PERIODS = [...RELATIVE_PERIODS, "custom"] as const;
export type StatsPeriod = (typeof STATS_PERIODS)[number];

/** First and last day (YYYY-MM-DD), both included. */
export type DayRange = { from: string; to: string };

/** Days that a custom period may contain. */
export const STATS_DAYS = { from: "2000-01-01", to: "2099-12-31" } as const satisfies DayRange;

/** Returns whether a text is an existing day within `STATS_DAYS`. */
export function isStatsDay(text: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN;
  // `Date.parse` reads February 30 as March 2.
  const exists = !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
  return exists && STATS_DAYS.from <= text && text <= STATS_DAYS.to;
}

/** Whether a period is compared with the one before it, or with the same days of last year. */
export const STATS_COMPARISONS = ["before", "year"] as const;
export type StatsComparison = (typeof STATS_COMPARISONS)[number];

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
  /** First and last day of a custom period; absent for the others. */
  from?: string | undefined;
  to?: string | undefined;
  compare: StatsComparison;
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

/**
 * Payments and refunds of a country with one tax rate; `revenue` and `refunds` include their tax.
 * `country` is empty if unknown. `percent` is 0 without tax, and null if the rate is unknown.
 */
export type TaxSum = Sales & {
  country: string;
  percent: number | null;
  tax: number;
  refundedTax: number;
};

export type CurrencyStats = {
  currency: string;
  now: Sales;
  /** The period that this one is compared with; null for "all". */
  before: Sales | null;
  /** All points of the period, also those without sales. */
  series: SalesPoint[];
  /** Largest revenue first; a hundred codes at most, ten of the others. */
  ranked: Record<RankedKind, RankedValue[]>;
  /** All of the period, largest revenue first. */
  taxes: TaxSum[];
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
  compare: StatsComparison;
  /** The days that this period is compared with; null for "all". */
  before: DayRange | null;
  /** Currencies of both periods, largest revenue first. */
  currencies: CurrencyStats[];
  /** Orders of all times that were imported from other shops. No other figure counts them. */
  imported: number;
  funnel: Funnel;
};

/** A step without a document request: a page opened by script, prices seen, an answer to an offer. */
export type VisitRequest = Arrival & {
  step: "page" | "pricing" | "accepted" | "declined";
  path: string;
};
