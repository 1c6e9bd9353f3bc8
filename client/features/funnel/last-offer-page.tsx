import type { OfferState } from "../../../server/pages/offers.ts";
import { useNotedOrder } from "../../tracking/use-noted.ts";
import { OfferCheckout, OwnedOffer } from "./offer-answers.tsx";
import { type AnswersProps, OfferPage } from "./offer-page.tsx";
import { orderOf } from "./open-offer.ts";

/** The second offer: both answers start the checkout, unless the product is owned. */
export function LastOfferPage({ state }: { state: OfferState }) {
  useNotedOrder(orderOf(state));
  return <OfferPage state={state} Answers={Answers} />;
}

function Answers({ offer, heldIn, onFail }: AnswersProps) {
  if (heldIn === undefined) return <OfferCheckout offer={offer} onFail={onFail} />;
  return <OwnedOffer offer={offer} heldIn={heldIn} onFail={onFail} />;
}
