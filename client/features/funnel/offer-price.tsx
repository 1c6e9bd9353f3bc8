import { formatAmount, formatPrice } from "../../../server/contract/format.ts";
import { funnelWords } from "../../content/funnel.ts";
import { type Offer, priceOf } from "./offer-rules.ts";

/** What the offer costs, beside what it is worth. */
export function OfferPrice({ offer }: { offer: Offer }) {
  const { price, value, percentOff } = priceOf(offer);
  const { currency } = offer.product;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p className="font-display text-[2.75rem] leading-none font-semibold tabular-nums">
        <span className="sr-only">{funnelWords.price} </span>
        {formatPrice(price, currency)}
      </p>
      {value !== null && (
        <p className="text-lg text-ink-2">
          {funnelWords[offer.kind].value} <s>{withCents(value, currency)}</s>
        </p>
      )}
      {offer.kind === "downsell" && percentOff !== null && (
        <p className="rounded-full bg-teal px-4 py-1 text-sm font-semibold tracking-wide text-card">
          {funnelWords.downsell.off(percentOff)}
        </p>
      )}
    </div>
  );
}

/** "$24.00": values carry their cents, as the spec writes them. */
function withCents(cents: number, currency: string): string {
  return formatAmount(cents, currency).replace(/ \w+$/, "");
}
