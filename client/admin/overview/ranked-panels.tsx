import { useState } from "react";
import {
  type CurrencyStats,
  type RankedKind,
  type RankedValue,
  SOURCE_KINDS,
} from "../../../server/contract/stats.ts";
import { overviewWords as words } from "../../content/admin-overview.ts";
import { ToolButton } from "../ui/controls.tsx";
import { countText, moneyText } from "../ui/formats.ts";
import { Panel } from "../ui/panels.tsx";
import { BarTable } from "./bar-table.tsx";
import { Choices } from "./choices.tsx";
import { countryName } from "./figures.ts";

/** Rows of a collapsed list; only the list of codes can be longer. */
const FIRST_ROWS = 10;

type RankedProps = Pick<CurrencyStats, "currency" | "ranked">;

/** Top products, sources, countries and discount codes of one currency. */
export function RankedPanels({ currency, ranked }: RankedProps) {
  const [sourceKind, setSourceKind] = useState<(typeof SOURCE_KINDS)[number]>("referrer");
  const table = (title: string, kind: RankedKind) => (
    <RankedTable {...{ title, kind, currency }} values={ranked[kind]} />
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 @3xl:grid-cols-2">
      <Panel title={words.products}>{table(words.products, "product")}</Panel>
      <Panel
        title={words.sources}
        aside={
          <Choices
            label={words.sourceKindsLabel}
            values={SOURCE_KINDS}
            titles={words.sourceKinds}
            chosen={sourceKind}
            onChoose={setSourceKind}
          />
        }
      >
        {table(words.sources, sourceKind)}
      </Panel>
      <Panel title={words.countries}>{table(words.countries, "country")}</Panel>
      <Panel title={words.codes}>{table(words.codes, "code")}</Panel>
    </div>
  );
}

type RankedTableProps = {
  title: string;
  kind: RankedKind;
  values: readonly RankedValue[];
  currency: string;
};

function RankedTable({ title, kind, values, currency }: RankedTableProps) {
  const [isExpanded, setExpanded] = useState(false);
  const most = Math.max(1, ...values.map(({ revenue }) => revenue));
  const shown = isExpanded ? values : values.slice(0, FIRST_ROWS);
  return (
    <>
      <BarTable
        title={title}
        columns={[words.columns.orders, words.columns.revenue]}
        empty={kind === "code" ? words.noCodes : words.nothing}
        rows={shown.map(({ value, orders, revenue }, at) => ({
          // Product names are not unique.
          key: `${at} ${value}`,
          name: nameOf(kind, value),
          share: revenue / most,
          cells: [countText(orders), moneyText(revenue, currency)],
        }))}
      />
      {shown.length < values.length && (
        <ToolButton look="plain" className="mb-2 ml-1.5" onClick={() => setExpanded(true)}>
          {words.showAll(values.length)}
        </ToolButton>
      )}
    </>
  );
}

function nameOf(kind: RankedKind, value: string): string {
  if (kind === "country") return countryName(value);
  return value || (kind === "referrer" ? words.unknown.referrer : words.unknown.other);
}
