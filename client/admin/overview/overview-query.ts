import { queryOptions } from "@tanstack/react-query";
import {
  type DayRange,
  isStatsDay,
  SOURCE_KINDS,
  STATS_COMPARISONS,
  STATS_GRAINS,
  STATS_PERIODS,
  type Stats,
  type StatsComparison,
  type StatsGrain,
  type StatsPeriod,
  type StatsSource,
} from "../../../server/contract/stats.ts";
import { DAY_MS } from "../../../server/contract/time.ts";
import { adminCalls } from "../data/api.ts";
import { storedOf } from "../data/queries.ts";
import type { Stored } from "../data/use-stored.tsx";
import { SOURCE_SEARCH } from "../url/screen-paths.ts";

/** Refetch interval: the change feed has no visits, which are stored every 30 seconds. */
export const STATS_REFETCH_MS = 60_000;
/** Tables whose changes can affect the figures. */
const SHOWN_TABLES = ["orders", "order_items", "refunds", "products", "settings"];
/** Maximum number of bars in a chart. */
const MOST_POINTS = 400;
/** Longest custom period with a bar for each day by default. */
const MOST_DAYS = 100;
const GRAIN_DAYS = { day: 1, week: 7, month: 28 } as const satisfies Record<StatsGrain, number>;

/** A period with the days of a custom one. */
export type ChosenPeriod = { period: StatsPeriod } & Partial<DayRange>;

/** Selection of the overview; `source` filters the funnel. */
export type StatsView = ChosenPeriod & {
  compare: StatsComparison;
  grain: StatsGrain;
  source?: StatsSource;
};

export function overviewQuery({ source, ...view }: StatsView) {
  const query = {
    ...view,
    ...(source && { sourceKind: source.kind, source: source.value }),
  };
  return queryOptions({
    queryKey: ["stats", query],
    queryFn: ({ signal }) => adminCalls.getStats(query, signal),
    placeholderData: (before) => before,
    refetchInterval: STATS_REFETCH_MS,
    staleTime: STATS_REFETCH_MS / 2,
    ...storedOf(SHOWN_TABLES),
  });
}

/** Returns the view in the URL; unknown values become the defaults. */
export function readStatsView(search: Record<string, string>): StatsView {
  const chosen = readPeriod(search);
  const compare = STATS_COMPARISONS.find((each) => each === search["stats-compare"]) ?? "before";
  const grain = STATS_GRAINS.find((each) => each === search["stats-grain"]) ?? defaultGrain(chosen);
  const source = readSource(search[SOURCE_SEARCH]);
  return { ...chosen, compare, grain, ...(source && { source }) };
}

function readPeriod(search: Record<string, string>): ChosenPeriod {
  const period = STATS_PERIODS.find((each) => each === search["stats-period"]) ?? "30d";
  if (period !== "custom") return { period };
  const days = sortedDays(search["stats-from"] ?? "", search["stats-to"] ?? "");
  return days ? { period, ...days } : { period: "30d" };
}

/** Returns the range between two days, the earlier one first; undefined unless both exist. */
export function sortedDays(one: string, other: string): DayRange | undefined {
  if (!isStatsDay(one) || !isStatsDay(other)) return undefined;
  return one <= other ? { from: one, to: other } : { from: other, to: one };
}

export function defaultGrain(chosen: ChosenPeriod): StatsGrain {
  if (chosen.period === "custom") return countDays(chosen) > MOST_DAYS ? "month" : "day";
  return chosen.period === "year" || chosen.period === "all" ? "month" : "day";
}

/** Returns the selectable grains: the default, and those with 2 to `MOST_POINTS` bars. */
export function grainsOf(stats: Pick<Stats, "period" | "from" | "to">) {
  const bars = (grain: StatsGrain) => countDays(stats) / GRAIN_DAYS[grain];
  return STATS_GRAINS.filter(
    (grain) => grain === defaultGrain(stats) || (bars(grain) > 1 && bars(grain) <= MOST_POINTS),
  );
}

function countDays({ from = "", to = "" }: Partial<DayRange>): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
}

/** Whether a period always ends today, so that a new order appears in it. */
export function endsToday(period: StatsPeriod): boolean {
  return period !== "last_month" && period !== "custom";
}

/** Whether the comparison of a period can be chosen: this year is always compared with the last. */
export function hasComparisons(period: StatsPeriod): boolean {
  return period !== "year" && period !== "all";
}

type Filtered = {
  source: StatsSource | undefined;
  filtered: Pick<Stored<Stats>, "data" | "isPlaceholderData">;
};

/** Returns the funnel of a source; `isBusy` while it loads and older figures are shown. */
export function funnelOf({ funnel }: Stats, { source, filtered }: Filtered) {
  if (!source) return { funnel, isBusy: false };
  const { data, isPlaceholderData } = filtered;
  return { funnel: data?.funnel ?? funnel, isBusy: !data || isPlaceholderData };
}

function readSource(text = ""): StatsSource | undefined {
  const kind = SOURCE_KINDS.find((each) => text.startsWith(`${each}:`));
  const value = kind && text.slice(kind.length + 1);
  return value ? { kind, value } : undefined;
}
