import { useEffect } from "react";
import type { Ownership } from "../../../server/contract/answers.ts";
import type { OfferState } from "../../../server/pages/offers.ts";
import { funnelWords } from "../../content/funnel.ts";
import { useCheckout } from "../../lib/checkout.ts";
import { useNotedOrder } from "../../tracking/use-noted.ts";
import { Decline, OfferCheckout, OfferLink, OwnedOffer } from "./offer-answers.tsx";
import { type AnswersProps, HoldingOrder, OfferPage } from "./offer-page.tsx";
import { returnPathsOf } from "./offer-rules.ts";
import { orderOf } from "./open-offer.ts";

/** First offer. Its answers lead to the other offers; without them, to the payment or the order. */
export function UpsellPage({ state }: { state: OfferState }) {
  useHiddenSession(orderOf(state));
  useNotedOrder(orderOf(state));
  return <OfferPage state={state} Answers={Answers} />;
}

const ANSWERS = "mt-8 flex flex-col gap-3 sm:flex-row sm:flex-wrap";

function Answers({ offer, heldIn, onFail }: AnswersProps) {
  const words = funnelWords.upsell;
  const { accepted, declined } = offer;
  const checkout = useCheckout(returnPathsOf(offer));
  if (heldIn !== undefined) {
    if (!declined) return <OwnedOffer offer={offer} heldIn={heldIn} onFail={onFail} />;
    return (
      <div className={ANSWERS}>
        <HoldingOrder offer={offer} heldIn={heldIn} />
        <OfferLink offer={offer} to={declined} onFail={onFail}>
          {funnelWords.owned.next}
        </OfferLink>
      </div>
    );
  }
  if (!accepted) return <OfferCheckout offer={offer} onFail={onFail} />;
  return (
    <>
      <div className={ANSWERS}>
        <OfferLink offer={offer} to={accepted} look="main" answer="accepted" onFail={onFail}>
          {words.accept}
        </OfferLink>
        <Decline offer={offer} checkout={checkout} onFail={onFail} />
      </div>
      <p className="mt-4 text-base text-ink-2">{words.hint}</p>
    </>
  );
}

/**
 * Removes the session id from the URL, because it grants access to the order. If nothing else
 * identifies the order, the id stays and no tracker is loaded.
 */
function useHiddenSession(order: Ownership["order"]): void {
  const needed = order !== null && !order.recognised;
  useEffect(() => {
    if (needed) return;
    const url = new URL(window.location.href);
    if (!url.searchParams.has("sessionId")) return;
    url.searchParams.delete("sessionId");
    window.history.replaceState(window.history.state, "", url);
  }, [needed]);
}
