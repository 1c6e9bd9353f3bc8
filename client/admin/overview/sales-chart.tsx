import {
  Bar,
  BarChart,
  CartesianGrid,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts";
import type { SalesPoint, StatsGrain } from "../../../server/contract/stats.ts";
import { overviewWords as words } from "../../content/admin-overview.ts";
import { axisDay, axisMoney, figureOf, figureText, pointText, TILES } from "./figures.ts";

export type SalesChartProps = {
  series: readonly SalesPoint[];
  currency: string;
  grain: StatsGrain;
};

const AXIS = {
  stroke: "var(--color-ink-2)",
  tick: { fill: "var(--color-ink-2)", fontSize: 12 },
  tickLine: false,
} as const;
const BAR = { stackId: "sales", maxBarSize: 44, isAnimationActive: false } as const;

/** Bars of revenue, with refunds below the zero line. */
export function SalesChart({ series, currency, grain }: SalesChartProps) {
  const hasRefunds = series.some(({ refunds }) => refunds !== 0);
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart
        data={[...series]}
        stackOffset="sign"
        margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
        accessibilityLayer
        aria-label={words.chartLabel(currency.toUpperCase(), words.grains[grain].toLowerCase())}
      >
        <CartesianGrid vertical={false} stroke="var(--color-line)" />
        <XAxis
          {...AXIS}
          dataKey="day"
          tickFormatter={(day: string) => axisDay(day, grain)}
          minTickGap={28}
          interval="equidistantPreserveStart"
          axisLine={false}
        />
        <YAxis
          {...AXIS}
          width="auto"
          niceTicks="snap125"
          axisLine={false}
          tickFormatter={(amount: number) => axisMoney(amount, currency)}
        />
        <Tooltip
          content={<ChartTooltip currency={currency} grain={grain} />}
          cursor={{ fill: "var(--color-paper-2)", stroke: "none" }}
          isAnimationActive={false}
        />
        <Bar {...BAR} dataKey="revenue" fill="var(--color-teal)" radius={[3, 3, 0, 0]} />
        {hasRefunds && (
          <Bar
            {...BAR}
            dataKey={({ refunds }: SalesPoint) => -refunds}
            fill="var(--color-danger)"
            radius={[3, 3, 0, 0]}
          />
        )}
        <ReferenceLine y={0} stroke="var(--color-ink-2)" />
      </BarChart>
    </ResponsiveContainer>
  );
}

type ChartTooltipProps = {
  /** Bars at the pointer, set by the chart. */
  payload?: readonly { payload: SalesPoint }[];
  currency: string;
  grain: StatsGrain;
};

function ChartTooltip({ payload = [], currency, grain }: ChartTooltipProps) {
  const point = payload[0]?.payload;
  if (!point) return null;
  return (
    <div
      role="status"
      className="rounded-control border border-line bg-card px-3 py-2 text-xs text-ink shadow-paper"
    >
      <p className="mb-1 font-semibold">{pointText(point.day, grain)}</p>
      <dl className="grid grid-cols-[auto_auto] gap-x-4">
        {TILES.map((tile) => (
          <div key={tile} className="contents">
            <dt className="text-ink-2">{words.tiles[tile]}</dt>
            <dd className="text-right tabular-nums">
              {figureText(tile, figureOf(tile, point), currency)}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
