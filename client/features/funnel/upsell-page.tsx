import { useRouter } from "@tanstack/react-router";
import { type MouseEvent, useState } from "react";
import { messages } from "../../../server/contract/messages.ts";
import { ButtonLink } from "../../components/button.tsx";
import { funnelWords } from "../../content/funnel.ts";
import { offerAddress } from "../../lib/checkout/offer-address.ts";
import { HoldingOrder } from "./holding-order.tsx";
import type { OfferState } from "./load-offer.ts";
import { OfferFailed, OfferNotLoaded } from "./offer-failed.tsx";
import { OfferLayout } from "./offer-layout.tsx";
import { findForeignSession, findHoldingSession, type Offer } from "./offer-rules.ts";
import { useHiddenSession } from "./use-hidden-session.ts";

/** The first offer. All answers are links: nothing is bought here. */
export function UpsellPage({ state }: { state: OfferState }) {
  const [failed, setFailed] = useState(false);
  useHiddenSession(state.kind === "ready" ? state.offer.ownership.order : state.order);
  if (state.kind === "failed") return <OfferNotLoaded {...state} />;
  const { offer } = state;
  if (failed) {
    return (
      <OfferFailed
        message={messages.navigationFailed}
        order={offer.ownership.order}
        onRetry={() => setFailed(false)}
      />
    );
  }
  const heldIn = findHoldingSession(offer, offer.product.id);
  return (
    <OfferLayout offer={offer} owned={heldIn !== undefined}>
      <Answers offer={offer} heldIn={heldIn} onFail={() => setFailed(true)} />
    </OfferLayout>
  );
}

type AnswersProps = { offer: Offer; heldIn: string | undefined; onFail: () => void };

function Answers({ offer, heldIn, onFail }: AnswersProps) {
  const words = funnelWords.upsell;
  const { originalId, product } = offer;
  const sessionId = findForeignSession(offer);
  const accept = offerAddress({ kind: "upsell2", originalId, upsellId: product.id, sessionId });
  const decline = offerAddress({ kind: "downsell", originalId, sessionId });
  const follow = useFollow(onFail);
  return (
    <div className="mt-8">
      <div className="flex flex-col gap-3 sm:flex-row sm:flex-wrap">
        {heldIn === undefined ? (
          <ButtonLink href={accept} look="main" onClick={follow(accept)}>
            {words.accept}
          </ButtonLink>
        ) : (
          <HoldingOrder offer={offer} heldIn={heldIn} />
        )}
        <ButtonLink href={decline} onClick={follow(decline)}>
          {heldIn === undefined ? words.decline : funnelWords.owned.next}
        </ButtonLink>
      </div>
      {heldIn === undefined && <p className="mt-4 text-base text-ink-2">{words.hint}</p>}
    </div>
  );
}

/** Follows a link without a new document; the error screen opens when the way is broken. */
function useFollow(onFail: () => void) {
  const router = useRouter();
  return (href: string) => async (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    try {
      await router.navigate({ href });
    } catch {
      onFail();
    }
  };
}
