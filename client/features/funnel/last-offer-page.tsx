import { useState } from "react";
import { useNotedOrder } from "../../tracking/note-purchase.ts";
import { type OfferState, orderOf } from "./load-offer.ts";
import { OfferCheckout, OwnedOffer } from "./offer-checkout.tsx";
import { OfferFailed, OfferNotLoaded } from "./offer-failed.tsx";
import { OfferLayout } from "./offer-layout.tsx";
import { findHoldingSession } from "./offer-rules.ts";

/** The second offer, of either kind: both answers start the checkout, unless it is owned. */
export function LastOfferPage({ state }: { state: OfferState }) {
  const [failure, setFailure] = useState<string>();
  useNotedOrder(orderOf(state));
  if (state.kind === "failed") return <OfferNotLoaded {...state} />;
  const { offer } = state;
  if (failure !== undefined) {
    return (
      <OfferFailed
        message={failure}
        order={offer.ownership.order}
        onRetry={() => setFailure(undefined)}
      />
    );
  }
  const heldIn = findHoldingSession(offer, offer.product.id);
  return (
    <OfferLayout offer={offer} owned={heldIn !== undefined}>
      {heldIn === undefined ? (
        <OfferCheckout offer={offer} onFail={setFailure} />
      ) : (
        <OwnedOffer offer={offer} heldIn={heldIn} onFail={setFailure} />
      )}
    </OfferLayout>
  );
}
