import { createFileRoute } from "@tanstack/react-router";
import { SiteFrame } from "../components/site-frame.tsx";
import { funnelWords } from "../content/funnel.ts";
import { LastOfferPage } from "../features/funnel/last-offer-page.tsx";
import { loadOffer, offerTitle } from "../features/funnel/load-offer.ts";
import { textParam } from "../lib/search.ts";

export const Route = createFileRoute("/upsell2")({
  staticData: { title: funnelWords.title, titleOf: offerTitle },
  validateSearch: (
    search,
  ): { originalProductId?: string; upsellProductId?: string; sessionId?: string } => ({
    originalProductId: textParam(search.originalProductId),
    upsellProductId: textParam(search.upsellProductId),
    sessionId: textParam(search.sessionId),
  }),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps: { originalProductId, upsellProductId, sessionId } }) =>
    loadOffer(context, {
      kind: "upsell2",
      originalId: originalProductId,
      upsellId: upsellProductId,
      sessionId,
    }),
  component: Upsell2,
});

function Upsell2() {
  return (
    <SiteFrame>
      <LastOfferPage state={Route.useLoaderData()} />
    </SiteFrame>
  );
}
