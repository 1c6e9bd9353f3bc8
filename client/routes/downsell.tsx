import { definePage } from "../app/page.ts";
import { funnelWords } from "../content/funnel.ts";
import { LastOfferPage } from "../features/funnel/last-offer-page.tsx";
import { offerTitle, openOffer } from "../features/funnel/open-offer.ts";

export const page = definePage<"/downsell">({
  facts: { title: () => funnelWords.title, hiddenWhileClosed: true },
  frame: "site",
  inPlace: openOffer,
  titleOf: offerTitle,
  show: (state) => <LastOfferPage state={state} />,
});
