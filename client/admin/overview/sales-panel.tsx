import { Download } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import type { StatsGrain } from "../../../server/contract/stats.ts";
import { overviewWords as words } from "../../content/admin-overview.ts";
import { ToolButton } from "../ui/controls.tsx";
import { Panel } from "../ui/panels.tsx";
import { saveFile } from "../../lib/download.ts";
import { Choices } from "./choices.tsx";
import { figureOf, figureText, pointText, seriesCsv, TILES } from "./figures.ts";
import type { SalesChartProps } from "./sales-chart.tsx";

type SalesPanelProps = SalesChartProps & {
  title: string;
  grains: readonly StatsGrain[];
  onGrain: (grain: StatsGrain) => void;
};

/** Lazy-loaded with its library. If that fails, the table still has the numbers. */
const SalesChart = lazy(() =>
  import("./sales-chart.tsx").then(
    ({ SalesChart }) => ({ default: SalesChart }),
    () => ({ default: FailedChart }),
  ),
);

function FailedChart(_sales: SalesChartProps) {
  return <p className="px-2 text-ink-2">{words.chartFailed}</p>;
}

/** Chart of the sales, with the same numbers as a table and as CSV. */
export function SalesPanel({ title, grains, onGrain, ...sales }: SalesPanelProps) {
  const { series, currency, grain } = sales;
  const [isTable, setTable] = useState(false);
  const download = () => {
    const [first, last] = [series[0], series.at(-1)];
    const file = new Blob([seriesCsv(series, currency)], { type: "text/csv" });
    saveFile(file, `sales-${currency}-${first?.day}-${last?.day}.csv`);
  };
  return (
    <Panel
      title={title}
      aside={
        <div className="flex flex-wrap justify-end gap-1 py-1 print:hidden">
          {grains.length > 1 && (
            <Choices
              label={words.grainsLabel}
              values={grains}
              titles={words.grains}
              chosen={grain}
              onChoose={onGrain}
            />
          )}
          <ToolButton look="plain" aria-expanded={isTable} onClick={() => setTable(!isTable)}>
            {words.table}
          </ToolButton>
          <ToolButton
            look="plain"
            icon={Download}
            aria-label={words.csvLabel(currency.toUpperCase())}
            onClick={download}
          >
            {words.csv}
          </ToolButton>
        </div>
      }
    >
      <Legend hasRefunds={series.some(({ refunds }) => refunds !== 0)} />
      {/* The chart has the size of the screen in pixels; in print it must fit its box. */}
      <div className="h-64 px-2 pt-3 pb-1 print:break-inside-avoid print:[&_.recharts-responsive-container>div]:size-full! print:[&_.recharts-wrapper]:size-full! print:[&_.recharts-surface]:size-full!">
        <Suspense fallback={<p className="px-2 text-ink-2">{words.chartLoading}</p>}>
          <SalesChart {...sales} />
        </Suspense>
      </div>
      <section
        aria-label={words.tableLabel(currency.toUpperCase(), words.grains[grain].toLowerCase())}
        // Scrollable, so the keyboard must reach it.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={isTable ? 0 : undefined}
        className={isTable ? "max-h-96 overflow-auto border-t border-line" : "sr-only"}
      >
        <SeriesTable {...sales} />
      </section>
    </Panel>
  );
}

function Legend({ hasRefunds }: { hasRefunds: boolean }) {
  const entry = "inline-flex items-center gap-1.5";
  return (
    <p aria-hidden="true" className="flex gap-4 px-4 pt-2.5 text-ink-2">
      <span className={entry}>
        <span className="size-2.5 rounded-[3px] bg-teal" />
        {words.tiles.revenue}
      </span>
      {hasRefunds && (
        <span className={entry}>
          <span className="size-2.5 rounded-[3px] bg-danger" />
          {words.tiles.refunds}
        </span>
      )}
    </p>
  );
}

function SeriesTable({ series, currency, grain }: SalesChartProps) {
  const cell = "px-4 py-1.5 text-right tabular-nums";
  return (
    <table className="w-full">
      <thead className="text-ink-2">
        <tr>
          <th scope="col" className="px-4 py-1.5 text-left font-semibold">
            {words.grains[grain]}
          </th>
          {TILES.map((tile) => (
            <th key={tile} scope="col" className={`${cell} font-semibold`}>
              {words.tiles[tile]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line border-t border-line">
        {series.map((point) => (
          <tr key={point.day}>
            <th scope="row" className="px-4 py-1.5 text-left font-normal whitespace-nowrap">
              {pointText(point.day, grain)}
            </th>
            {TILES.map((tile) => (
              <td key={tile} className={cell}>
                {figureText(tile, figureOf(tile, point), currency)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
