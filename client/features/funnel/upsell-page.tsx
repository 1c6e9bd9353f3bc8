import { type MouseEvent, useEffect } from "react";
import { payMessages } from "../../../server/contract/messages.ts";
import type { Ownership } from "../../../server/contract/answers.ts";
import type { OfferState } from "../../../server/pages/offers.ts";
import { ButtonLink } from "../../components/button.tsx";
import { funnelWords } from "../../content/funnel.ts";
import { offerPath } from "../../../server/contract/checkout-paths.ts";
import { usePage } from "../../lib/page-context.ts";
import { countStep } from "../../lib/visits.ts";
import { useNotedOrder } from "../../tracking/use-noted.ts";
import { orderOf } from "./open-offer.ts";
import { type AnswersProps, HoldingOrder, OfferPage } from "./offer-page.tsx";
import { findForeignSession } from "./offer-rules.ts";

/** First offer. Accepting and declining are both links to the second offer. */
export function UpsellPage({ state }: { state: OfferState }) {
  useHiddenSession(orderOf(state));
  useNotedOrder(orderOf(state));
  return <OfferPage state={state} Answers={Answers} />;
}

function Answers({ offer, heldIn, onFail }: AnswersProps) {
  const words = funnelWords.upsell;
  const { originalId, product } = offer;
  const sessionId = findForeignSession(offer);
  const accept = offerPath({ kind: "upsell2", originalId, upsellId: product.id, sessionId });
  const decline = offerPath({ kind: "downsell", originalId, sessionId });
  const follow = useFollow(() => onFail(payMessages.navigationFailed));
  return (
    <div className="mt-8">
      <div className="flex flex-col gap-3 sm:flex-row sm:flex-wrap">
        {heldIn === undefined ? (
          <ButtonLink href={accept} look="main" onClick={follow(accept, "accepted")}>
            {words.accept}
          </ButtonLink>
        ) : (
          <HoldingOrder offer={offer} heldIn={heldIn} />
        )}
        <ButtonLink
          href={decline}
          onClick={follow(decline, heldIn === undefined ? "declined" : undefined)}
        >
          {heldIn === undefined ? words.decline : funnelWords.owned.next}
        </ButtonLink>
      </div>
      {heldIn === undefined && <p className="mt-4 text-base text-ink-2">{words.hint}</p>}
    </div>
  );
}

/** Returns click handlers for client-side navigation, which count the answer to the offer. */
function useFollow(onFail: () => void) {
  const { go } = usePage();
  return (href: string, answer?: "accepted" | "declined") => async (event: MouseEvent) => {
    if (answer) countStep(answer);
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    try {
      await go(href);
    } catch {
      onFail();
    }
  };
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
