import { useState } from "react";
import type { OfferState } from "./load-offer.ts";
import { OfferCheckout } from "./offer-checkout.tsx";
import { OfferFailed, OfferNotLoaded } from "./offer-failed.tsx";
import { OfferLayout } from "./offer-layout.tsx";

/** The second offer, of either kind: both answers start the checkout. */
export function LastOfferPage({ state }: { state: OfferState }) {
  const [failure, setFailure] = useState<string>();
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
  return (
    <OfferLayout offer={offer}>
      <OfferCheckout offer={offer} onFail={setFailure} />
    </OfferLayout>
  );
}
