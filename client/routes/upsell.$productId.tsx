import { definePage } from "../app/page.ts";
import { funnelWords } from "../content/funnel.ts";
import { offerTitle, openOffer } from "../features/funnel/open-offer.ts";
import { UpsellPage } from "../features/funnel/upsell-page.tsx";

export const page = definePage<"/upsell/:id">({
  facts: {
    title: () => funnelWords.title,
    leadsTo: ["/upsell2", "/downsell"],
    hiddenWhileClosed: true,
  },
  frame: "site",
  inPlace: openOffer,
  titleOf: offerTitle,
  show: (state) => <UpsellPage state={state} />,
});
