import { ButtonLink } from "../../components/button.tsx";
import { CrayonTick } from "../../components/crayon-marks.tsx";
import { funnelWords } from "../../content/funnel.ts";
import { orderAddress } from "../../lib/checkout/order-address.ts";
import type { Offer } from "./offer-rules.ts";

/** Stands in place of the price where the visitor has the offer already. */
export function OwnedNote() {
  const words = funnelWords.owned;
  return (
    <>
      <p className="flex items-center gap-3 font-display text-2xl leading-tight font-semibold text-teal">
        <CrayonTick className="size-7 shrink-0" />
        {words.note}
      </p>
      <p className="mt-2 text-base text-ink-2">{words.text}</p>
    </>
  );
}

/** Leads to the order that holds the offer: the one with the session `heldIn`. */
export function HoldingOrder({ offer, heldIn }: { offer: Offer; heldIn: string }) {
  const words = funnelWords.owned;
  return (
    <ButtonLink href={orderAddress(heldIn)} look="main">
      <span>
        {words.order}
        {/* Another link of this page leads to the pack's order under the same name. */}
        <span className="sr-only"> {words.orderWith(offer.product.name)}</span>
      </span>
    </ButtonLink>
  );
}
