import { queryOptions } from "@tanstack/react-query";
import {
  SOURCE_KINDS,
  STATS_GRAINS,
  STATS_PERIODS,
  type Stats,
  type StatsGrain,
  type StatsPeriod,
  type StatsSource,
} from "../../../server/contract/stats.ts";
import { DAY_MS } from "../../../server/contract/time.ts";
import { adminCalls } from "../data/api.ts";
import { storedOf } from "../data/queries.ts";
import type { Stored } from "../data/use-stored.tsx";

/** Refetch interval: the change feed has no visits, which are stored every 30 seconds. */
export const STATS_REFETCH_MS = 60_000;
/** Tables whose changes can affect the figures. */
const SHOWN_TABLES = ["orders", "order_items", "refunds", "products", "settings"];
/** Maximum number of bars in a chart. */
const MOST_POINTS = 400;
const GRAIN_DAYS = { day: 1, week: 7, month: 28 } as const satisfies Record<StatsGrain, number>;

/** Selection of the overview; `source` filters the funnel. */
export type StatsView = { period: StatsPeriod; grain: StatsGrain; source?: StatsSource };

export function overviewQuery({ period, grain, source }: StatsView) {
  const query = {
    period,
    grain,
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
  const period = STATS_PERIODS.find((each) => each === search["stats-period"]) ?? "30d";
  const grain = STATS_GRAINS.find((each) => each === search["stats-grain"]) ?? defaultGrain(period);
  const source = readSource(search["stats-source"]);
  return { period, grain, ...(source && { source }) };
}

export function defaultGrain(period: StatsPeriod): StatsGrain {
  return period === "year" || period === "all" ? "month" : "day";
}

/** Returns the selectable grains: the default, and those with 2 to `MOST_POINTS` bars. */
export function grainsOf({ period, from, to }: Pick<Stats, "period" | "from" | "to">) {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  const bars = (grain: StatsGrain) => days / GRAIN_DAYS[grain];
  return STATS_GRAINS.filter(
    (grain) => grain === defaultGrain(period) || (bars(grain) > 1 && bars(grain) <= MOST_POINTS),
  );
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

/** Formats a source for the URL: "referrer:example.com". */
export function sourceText({ kind, value }: StatsSource): string {
  return `${kind}:${value}`;
}

function readSource(text = ""): StatsSource | undefined {
  const kind = SOURCE_KINDS.find((each) => text.startsWith(`${each}:`));
  const value = kind && text.slice(kind.length + 1);
  return value ? { kind, value } : undefined;
}
