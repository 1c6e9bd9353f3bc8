import { createFileRoute } from "@tanstack/react-router";
import { SiteFrame } from "../components/site-frame.tsx";
import { funnelWords } from "../content/funnel.ts";
import { loadOffer, offerTitle } from "../features/funnel/load-offer.ts";
import { UpsellPage } from "../features/funnel/upsell-page.tsx";
import { textParam } from "../lib/search.ts";

export const Route = createFileRoute("/upsell/$productId")({
  staticData: { title: funnelWords.title, titleOf: offerTitle, leadsTo: ["/upsell2", "/downsell"] },
  validateSearch: (search): { sessionId?: string } => ({ sessionId: textParam(search.sessionId) }),
  // Read past `loaderDeps`: the page stays the same one when the id leaves the address.
  loader: ({ context, params, location }) =>
    loadOffer(context, {
      kind: "upsell",
      originalId: params.productId,
      sessionId: textParam((location.search as { sessionId?: unknown }).sessionId),
    }),
  component: Upsell,
});

function Upsell() {
  return (
    <SiteFrame>
      <UpsellPage state={Route.useLoaderData()} />
    </SiteFrame>
  );
}
