import { definePage } from "../app/page.ts";
import { funnelWords } from "../content/funnel.ts";
import { loadOffer, offerTitle } from "../features/funnel/load-offer.ts";
import { UpsellPage } from "../features/funnel/upsell-page.tsx";

export const page = definePage({
  facts: { title: () => funnelWords.title, leadsTo: ["/upsell2", "/downsell"] },
  frame: "site",
  load: (visit) =>
    loadOffer(visit, { kind: "upsell", originalId: visit.id, sessionId: visit.search.sessionId }),
  titleOf: offerTitle,
  show: (state) => <UpsellPage state={state} />,
});
