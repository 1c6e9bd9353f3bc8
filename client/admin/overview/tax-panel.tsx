import { Download } from "lucide-react";
import { formatMoney } from "../../../server/contract/format.ts";
import type { CurrencyStats, DayRange, TaxSum } from "../../../server/contract/stats.ts";
import { overviewWords as words } from "../../content/admin-overview.ts";
import { saveFile } from "../../lib/download.ts";
import { ToolButton } from "../ui/controls.tsx";
import { countText } from "../ui/formats.ts";
import { Panel } from "../ui/panels.tsx";
import { countryName } from "./figures.ts";
import { rateText, taxCsv, totalTax } from "./taxes.ts";

type TaxPanelProps = Pick<CurrencyStats, "currency" | "taxes"> & { days: DayRange };

/** Tax of one currency by country and rate, also as CSV for the accountant. */
export function TaxPanel({ currency, taxes, days }: TaxPanelProps) {
  const download = () => {
    const file = new Blob([taxCsv(taxes, { currency, days })], { type: "text/csv" });
    saveFile(file, `tax-${currency}-${days.from}-${days.to}.csv`);
  };
  if (taxes.length === 0) {
    return (
      <Panel title={words.taxes}>
        <p className="px-4 py-3 text-ink-2">{words.nothing}</p>
      </Panel>
    );
  }
  return (
    <Panel
      title={words.taxes}
      aside={
        <ToolButton
          look="plain"
          icon={Download}
          aria-label={words.taxCsvLabel(currency.toUpperCase())}
          className="my-1 print:hidden"
          onClick={download}
        >
          {words.csv}
        </ToolButton>
      }
    >
      <p className="px-4 pt-2 text-ink-2">
        {words.taxText}
        {taxes.some(({ percent }) => percent === null) && ` ${words.unknownRateText}`}
      </p>
      <section
        aria-label={words.taxesLabel(currency.toUpperCase())}
        // Scrollable, so the keyboard must reach it.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="relative max-h-96 overflow-auto rounded-b-control print:max-h-none print:overflow-visible"
      >
        <TaxTable {...{ currency, taxes }} />
      </section>
    </Panel>
  );
}

const AMOUNTS = ["revenue", "tax", "refunds", "refundedTax"] as const;
const CELL = "px-2 py-1.5 text-right tabular-nums whitespace-nowrap last:pr-4";

function TaxTable({ currency, taxes }: Omit<TaxPanelProps, "days">) {
  return (
    <table className="w-full">
      <thead className="sticky top-0 bg-card text-ink-2 shadow-[0_1px_0_var(--color-line)] print:static">
        <tr>
          <th scope="col" className="min-w-36 px-4 py-1.5 text-left font-semibold">
            {words.taxColumns.country}
          </th>
          {(["rate", "orders", ...AMOUNTS] as const).map((name) => (
            <th key={name} scope="col" className={`${CELL} font-semibold`}>
              {words.taxColumns[name]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line border-y border-line">
        {taxes.map((sum) => (
          <tr key={`${sum.country} ${sum.percent}`}>
            <th scope="row" className="px-4 py-1.5 text-left font-normal">
              {countryName(sum.country)}
            </th>
            <td className={CELL}>{rateText(sum.percent)}</td>
            <td className={CELL}>{countText(sum.orders)}</td>
            <Amounts {...{ sum, currency }} />
          </tr>
        ))}
      </tbody>
      <tfoot className="sticky bottom-0 bg-card font-semibold shadow-[0_-1px_0_var(--color-line)] print:static">
        <tr>
          <th scope="row" colSpan={3} className="px-4 py-1.5 text-left">
            {words.taxTotal}
          </th>
          <Amounts sum={totalTax(taxes)} currency={currency} />
        </tr>
      </tfoot>
    </table>
  );
}

type AmountsProps = { sum: Pick<TaxSum, (typeof AMOUNTS)[number]>; currency: string };

function Amounts({ sum, currency }: AmountsProps) {
  return AMOUNTS.map((name) => (
    <td key={name} className={CELL}>
      {formatMoney(sum[name], currency)}
    </td>
  ));
}
