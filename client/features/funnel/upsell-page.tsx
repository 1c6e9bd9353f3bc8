import { useRouter } from "@tanstack/react-router";
import { type MouseEvent, useState } from "react";
import { messages } from "../../../server/contract/messages.ts";
import { ButtonLink } from "../../components/button.tsx";
import { funnelWords } from "../../content/funnel.ts";
import { offerAddress } from "../../lib/checkout/offer-address.ts";
import type { OfferState } from "./load-offer.ts";
import { OfferFailed, OfferNotLoaded } from "./offer-failed.tsx";
import { OfferLayout } from "./offer-layout.tsx";
import type { Offer } from "./offer-rules.ts";
import { useHiddenSession } from "./use-hidden-session.ts";

/** The first offer. Both answers are links: nothing is bought here. */
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
  return (
    <OfferLayout offer={offer}>
      <Answers offer={offer} onFail={() => setFailed(true)} />
    </OfferLayout>
  );
}

function Answers({ offer, onFail }: { offer: Offer; onFail: () => void }) {
  const words = funnelWords.upsell;
  const { originalId, product } = offer;
  const accept = offerAddress({ kind: "upsell2", originalId, upsellId: product.id });
  const decline = offerAddress({ kind: "downsell", originalId });
  const follow = useFollow(onFail);
  return (
    <div className="mt-8">
      <div className="flex flex-col gap-3 sm:flex-row sm:flex-wrap">
        <ButtonLink href={accept} look="main" onClick={follow(accept)}>
          {words.accept}
        </ButtonLink>
        <ButtonLink href={decline} onClick={follow(decline)}>
          {words.decline}
        </ButtonLink>
      </div>
      <p className="mt-4 text-base text-ink-2">{words.hint}</p>
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
