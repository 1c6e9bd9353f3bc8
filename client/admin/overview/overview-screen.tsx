import { useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect } from "react";
import {
  type CurrencyStats,
  RELATIVE_PERIODS,
  type Stats,
  type StatsComparison,
} from "../../../server/contract/stats.ts";
import { Spinner } from "../../components/notice.tsx";
import { overviewWords as words } from "../../content/admin-overview.ts";
import { whenIdle } from "../../lib/events.ts";
import { useRows } from "../data/queries.ts";
import { useStored } from "../data/use-stored.tsx";
import { AsOf } from "../ui/as-of.tsx";
import { NeedsPanel } from "../desk/needs-attention.tsx";
import { OrderRows } from "../desk/order-rows.tsx";
import { Panel } from "../ui/panels.tsx";
import { LoadFailure, Screen, ScreenLink } from "../ui/screen.tsx";
import { IMPORTED_ORDERS } from "../url/screen-paths.ts";
import { daysText, TILES } from "./figures.ts";
import { FunnelPanels } from "./funnel-panels.tsx";
import { PeriodChoices } from "./period-choices.tsx";
import { RankedPanels } from "./ranked-panels.tsx";
import { SalesPanel } from "./sales-panel.tsx";
import {
  defaultGrain,
  funnelOf,
  grainsOf,
  endsToday,
  readStatsView,
  STATS_REFETCH_MS,
  overviewQuery,
  type StatsView,
} from "./overview-query.ts";
import { TaxPanel } from "./tax-panel.tsx";
import { SalesTiles } from "./tiles.tsx";

const LATEST = { status__eq: "paid", source__eq: "own", sort: "paid_at:desc", limit: "10" };

/** Sales, visits and latest orders of the shop. The period is in the URL. */
export function OverviewScreen() {
  const search: Record<string, string> = useSearch({ strict: false });
  const view = readStatsView(search);
  const { source: _source, ...unfiltered } = view;
  const stats = useStored(overviewQuery(unfiltered));
  const { data, error, asOf, isPlaceholderData } = stats;
  usePrefetchedPeriods(data !== undefined, view.compare);
  return (
    <Screen
      title={words.title}
      lead={
        <>
          {data && <p>{leadOf(data)}</p>}
          <AsOf of={asOf} />
        </>
      }
      actions={<PeriodChoices {...{ view, search }} days={isPlaceholderData ? undefined : data} />}
    >
      {/* Bars and legends are backgrounds, which browsers leave out of prints by default. */}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 [print-color-adjust:exact]">
        <NeedsPanel />
        {data && (
          <div
            aria-busy={isPlaceholderData}
            className={`grid grid-cols-[minmax(0,1fr)] gap-4 ${isPlaceholderData ? "opacity-60" : ""}`}
          >
            <Figures stats={data} view={view} />
          </div>
        )}
        {!data && error !== null && <LoadFailure query={stats} words={words} />}
        {!data && error === null && <Loading />}
        <LatestOrders />
      </div>
    </Screen>
  );
}

/** Placeholder about as high as the figures, to prevent a layout shift. */
function Loading() {
  const box = "rounded-control border border-line bg-card";
  return (
    <>
      <Spinner label={words.loading} />
      <div aria-hidden="true" className="grid grid-cols-2 gap-3 @3xl:grid-cols-4">
        {TILES.map((tile) => (
          <div key={tile} className={`h-24 ${box}`} />
        ))}
      </div>
      <div aria-hidden="true" className={`h-84 ${box}`} />
      <div aria-hidden="true" className={`h-120 ${box}`} />
    </>
  );
}

function leadOf({ from, to, before, timeZone }: Stats): string {
  return [
    daysText(from, to),
    before && words.compared(daysText(before.from, before.to)),
    words.zone(timeZone),
  ]
    .filter(Boolean)
    .join("\u00a0· ");
}

/** Prefetches the other relative periods every minute, so that they are available offline. */
function usePrefetchedPeriods(isLoaded: boolean, compare: StatsComparison): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!isLoaded) return;
    const prefetch = () => {
      for (const period of RELATIVE_PERIODS) {
        const view = { period, compare, grain: defaultGrain({ period }) };
        void client.prefetchQuery(overviewQuery(view));
      }
    };
    whenIdle(prefetch);
    const timer = setInterval(() => !document.hidden && prefetch(), STATS_REFETCH_MS);
    return () => clearInterval(timer);
  }, [client, isLoaded, compare]);
}

type FiguresProps = { stats: Stats; view: StatsView };

function Figures({ stats, view }: FiguresProps) {
  const onSearch = useSearchPart();
  const filtered = useStored({ ...overviewQuery(view), enabled: view.source !== undefined });
  return (
    <>
      {stats.currencies.length === 0 && (
        <div className="rounded-control border border-line bg-card px-6 py-10 text-center">
          <p className="text-lg font-semibold">{words.noOrders}</p>
          {endsToday(stats.period) && (
            <>
              <p className="mx-auto mt-1 max-w-96 text-ink-2">{words.noOrdersText}</p>
              <a href="/" className="link mt-2 inline-block">
                {words.shop}
              </a>
            </>
          )}
        </div>
      )}
      {stats.currencies.length > 0 && <p className="text-ink-2">{words.counted}</p>}
      {/* A copy stored by an earlier version has no imported orders. */}
      {(stats.imported ?? 0) > 0 && (
        <p className="text-ink-2">
          <ScreenLink path={IMPORTED_ORDERS}>{words.imported(stats.imported)}</ScreenLink>{" "}
          {words.importedApart}
        </p>
      )}
      {stats.currencies.map((sales) => (
        <CurrencySection key={sales.currency} sales={sales} view={view} stats={stats} />
      ))}
      <FunnelPanels
        {...funnelOf(stats, { source: view.source, filtered })}
        sources={stats.funnel.sources}
        source={view.source}
        onSource={(source) => onSearch("stats-source", source)}
      />
    </>
  );
}

function CurrencySection({ sales, stats, view }: FiguresProps & { sales: CurrencyStats }) {
  const { currency, now, before, ranked, taxes } = sales;
  const onSearch = useSearchPart();
  const isOnly = stats.currencies.length === 1;
  // A chart of one day would be a single bar, so show seven days.
  const isDay = view.period === "today";
  const { data: week } = useStored({
    ...overviewQuery({ period: "7d", compare: view.compare, grain: "day" }),
    enabled: isDay,
  });
  const days = isDay ? week?.currencies.find((each) => each.currency === currency) : sales;
  return (
    <section
      aria-label={isOnly ? undefined : currency.toUpperCase()}
      className="grid grid-cols-[minmax(0,1fr)] gap-4"
    >
      {!isOnly && <h3 className="font-sans text-lg font-semibold">{currency.toUpperCase()}</h3>}
      <SalesTiles {...{ currency, now, before }} />
      <SalesPanel
        title={isDay ? words.chartOfWeek : words.chart}
        series={days?.series ?? sales.series}
        currency={currency}
        grain={stats.grain}
        grains={grainsOf(stats)}
        onGrain={(grain) => onSearch("stats-grain", grain)}
      />
      <RankedPanels {...{ currency, ranked }} />
      <TaxPanel {...{ currency, taxes }} days={stats} />
    </section>
  );
}

/** Returns a function that changes one parameter of the URL. */
function useSearchPart() {
  const navigate = useNavigate();
  const search: Record<string, string> = useSearch({ strict: false });
  return (name: "stats-grain" | "stats-source", value: string) =>
    void navigate({ to: ".", search: { ...search, [name]: value }, resetScroll: false });
}

function LatestOrders() {
  const { data } = useRows("orders", LATEST);
  return (
    <Panel title={words.orders}>
      {data ? (
        <OrderRows orders={data.data} empty={words.noLatest} withBuyer />
      ) : (
        <p className="px-4 py-3 text-ink-2">{words.ordersLoading}</p>
      )}
    </Panel>
  );
}
