import { type ComponentType, useState } from "react";
import type { OfferState } from "./load-offer.ts";
import { OfferFailed, OfferNotLoaded } from "./offer-failed.tsx";
import { OfferLayout } from "./offer-layout.tsx";
import { findHoldingSession, type Offer } from "./offer-rules.ts";

export type AnswersProps = {
  offer: Offer;
  /** The session of the order that holds the offer's product already. */
  heldIn: string | undefined;
  /** Shows why an answer failed. */
  onFail: (message: string) => void;
};

type OfferPageProps = { state: OfferState; Answers: ComponentType<AnswersProps> };

/** An offer with its answers, or why there is none, or why an answer failed. */
export function OfferPage({ state, Answers }: OfferPageProps) {
  const [failure, setFailure] = useState<string>();
  if (state.kind === "failed") return <OfferNotLoaded {...state} />;
  const { offer } = state;
  if (failure !== undefined) {
    const { order } = offer.ownership;
    return <OfferFailed message={failure} order={order} onRetry={() => setFailure(undefined)} />;
  }
  const heldIn = findHoldingSession(offer, offer.product.id);
  return (
    <OfferLayout offer={offer} owned={heldIn !== undefined}>
      <Answers offer={offer} heldIn={heldIn} onFail={setFailure} />
    </OfferLayout>
  );
}
