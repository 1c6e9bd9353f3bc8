import { createFileRoute } from "@tanstack/react-router";
import { SiteFrame } from "../components/site-frame.tsx";
import { funnelWords } from "../content/funnel.ts";
import { LastOfferPage } from "../features/funnel/last-offer-page.tsx";
import { loadOffer, offerTitle } from "../features/funnel/load-offer.ts";
import { textParam } from "../lib/search.ts";

export const Route = createFileRoute("/downsell")({
  staticData: { title: funnelWords.title, titleOf: offerTitle },
  validateSearch: (search): { originalProductId?: string; sessionId?: string } => ({
    originalProductId: textParam(search.originalProductId),
    sessionId: textParam(search.sessionId),
  }),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps: { originalProductId, sessionId } }) =>
    loadOffer(context, { kind: "downsell", originalId: originalProductId, sessionId }),
  component: Downsell,
});

function Downsell() {
  return (
    <SiteFrame>
      <LastOfferPage state={Route.useLoaderData()} />
    </SiteFrame>
  );
}
