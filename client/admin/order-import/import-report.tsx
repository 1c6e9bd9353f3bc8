import type { OrderImportReport, SkipReason } from "../../../server/contract/order-import.ts";
import { orderImportWords as words } from "../../content/admin-order-import.ts";
import { ReportCounts, ReportTable } from "../table/import-dialog.tsx";
import { ToolButton } from "../ui/controls.tsx";
import { moneyText } from "../ui/formats.ts";
import { Panel } from "../ui/panels.tsx";

type ImportReportProps = {
  report: OrderImportReport;
  busy: boolean;
  onBack: () => void;
  onApply: () => void;
};

/** Third step: what an import would do, and which orders it leaves out. */
export function ImportReport({ report, busy, onBack, onApply }: ImportReportProps) {
  const { added, changed, buyers, known, totals, incomplete } = report;
  const { refunded, disputed, revoked } = report;
  const skipped = Object.values(report.skipped).reduce((sum, count) => sum + count, 0);
  const counts = [
    [added, words.counts.added],
    [buyers, words.counts.buyers],
    [known, words.counts.known],
    [changed, words.counts.changed],
    [skipped, words.counts.skipped],
  ] as const;
  const hasWork = added + changed > 0;
  return (
    <Panel title={words.reportStep}>
      <div role="status" className="grid gap-3 px-4 py-3.5">
        <ReportCounts counts={counts} />
        {totals.map(({ currency, orders, total, refunded: back }) => (
          <p key={currency} className="tabular-nums">
            {words.total(
              orders,
              moneyText(total, currency),
              back > 0 ? moneyText(back, currency) : null,
            )}
          </p>
        ))}
        {refunded + disputed + revoked > 0 && (
          <p>{words.withoutAccess(refunded, disputed, revoked)}</p>
        )}
        {incomplete > 0 && <p>{words.incomplete(incomplete)}</p>}
        {changed > 0 && <p>{words.changedHint}</p>}
        {!hasWork && <p>{words.nothing}</p>}
      </div>
      {skipped > 0 && <LeftOut report={report} total={skipped} />}
      <div className="flex flex-wrap gap-2 border-t border-line px-4 py-3">
        <ToolButton onClick={onBack} disabled={busy}>
          {words.change}
        </ToolButton>
        {hasWork && (
          <ToolButton look="main" onClick={onApply} disabled={busy}>
            {words.apply(added + changed)}
          </ToolButton>
        )}
      </div>
    </Panel>
  );
}

function LeftOut({ report, total }: { report: OrderImportReport; total: number }) {
  const { skipped, skippedOrders } = report;
  const reasons = Object.entries(skipped) as [SkipReason, number][];
  return (
    <details className="border-t border-line px-4 py-3">
      <summary className="cursor-pointer font-semibold">
        {words.leftOut}:{" "}
        {reasons
          .map(([reason, count]) => `${words.reasons[reason]} (${count.toLocaleString()})`)
          .join(", ")}
      </summary>
      <ReportTable heads={[words.line, words.order, words.reason]}>
        {skippedOrders.map(({ line, number, reason, value }) => (
          <tr key={`${line} ${reason}`} className="border-b border-line align-top last:border-0">
            <td className="px-2 py-1.5 tabular-nums">{line}</td>
            <td className="px-2 py-1.5 wrap-anywhere">{number}</td>
            <td className="px-2 py-1.5 wrap-anywhere">
              {words.reasons[reason]}
              {value && <span className="block text-ink-2">{value}</span>}
            </td>
          </tr>
        ))}
      </ReportTable>
      {total > skippedOrders.length && (
        <p className="mt-2 text-ink-2">{words.more(total - skippedOrders.length)}</p>
      )}
    </details>
  );
}
