import { definePage } from "../app/page.ts";
import { funnelWords } from "../content/funnel.ts";
import { loadOffer, offerTitle } from "../features/funnel/load-offer.ts";
import { UpsellPage } from "../features/funnel/upsell-page.tsx";

export const page = definePage({
  facts: { title: () => funnelWords.title, leadsTo: ["/upsell2", "/downsell"] },
  frame: "site",
  load: (context) =>
    loadOffer(context, {
      kind: "upsell",
      originalId: context.id,
      sessionId: context.search.sessionId,
    }),
  titleOf: offerTitle,
  show: (state) => <UpsellPage state={state} />,
});
