import { formatPrice } from "../../../server/contract/format.ts";
import { funnelWords } from "../../content/funnel.ts";
import { type DueLine, sumOf } from "./offer-rules.ts";

type OfferSummaryProps = { heading: string; lines: DueLine[]; currency: string };

/** What an answer comes to, before it is given. */
export function OfferSummary({ heading, lines, currency }: OfferSummaryProps) {
  return (
    <section
      aria-labelledby="summary-heading"
      className="mt-7 rounded-control border border-line bg-card px-5 py-4 text-base sm:max-w-[26rem]"
    >
      <h2 id="summary-heading" className="font-sans text-base leading-normal font-semibold">
        {heading}
      </h2>
      <dl className="mt-2 grid gap-1.5">
        {lines.map((line) => (
          <div key={line.id} className="flex justify-between gap-4">
            <dt className="text-ink-2">{line.name}</dt>
            <dd className="tabular-nums">{formatPrice(line.price, currency)}</dd>
          </div>
        ))}
        <div className="flex justify-between gap-4 border-t border-line pt-2 font-semibold">
          <dt>{funnelWords.summary.total}</dt>
          <dd className="tabular-nums">{formatPrice(sumOf(lines), currency)}</dd>
        </div>
      </dl>
    </section>
  );
}
