import { definePage } from "../app/page.ts";
import { funnelWords } from "../content/funnel.ts";
import { LastOfferPage } from "../features/funnel/last-offer-page.tsx";
import { loadOffer, offerTitle } from "../features/funnel/load-offer.ts";

export const page = definePage({
  facts: { title: () => funnelWords.title },
  frame: "site",
  load: (context) => {
    const { originalProductId, upsellProductId, sessionId } = context.search;
    return loadOffer(context, {
      kind: "upsell2",
      originalId: originalProductId,
      upsellId: upsellProductId,
      sessionId,
    });
  },
  titleOf: offerTitle,
  show: (state) => <LastOfferPage state={state} />,
});
