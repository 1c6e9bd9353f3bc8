import { createFileRoute } from "@tanstack/react-router";
import { SiteFrame } from "../components/site-frame.tsx";
import { checkoutWords } from "../content/checkout.ts";
import { CancelPage } from "../features/checkout/cancel-page.tsx";
import { loadCancelledOrder } from "../features/checkout/cancelled-order.ts";
import {
  type CancelSearch,
  findCancelledOffer,
  offerAddress,
} from "../lib/checkout/offer-address.ts";
import { textParam } from "../lib/search.ts";

export const Route = createFileRoute("/checkout/cancel")({
  staticData: { title: checkoutWords.cancel.title },
  validateSearch: (search): CancelSearch => ({
    offer: textParam(search.offer),
    originalProductId: textParam(search.originalProductId),
    upsellProductId: textParam(search.upsellProductId),
    sessionId: textParam(search.sessionId),
  }),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => loadCancelledOrder(context, findCancelledOffer(deps)),
  component: Cancel,
});

function Cancel() {
  const offer = findCancelledOffer(Route.useSearch());
  return (
    <SiteFrame>
      <CancelPage order={Route.useLoaderData()} offer={offer && offerAddress(offer)} />
    </SiteFrame>
  );
}
