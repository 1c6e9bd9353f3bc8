import { definePage } from "../app/page.ts";
import { cancelWords } from "../content/pay.ts";
import { CancelPage, loadCancelledOrder } from "../features/checkout/cancel-page.tsx";
import { findCancelledOffer, offerPath } from "../lib/checkout-paths.ts";

export const page = definePage({
  facts: { title: () => cancelWords.title },
  load: (context) => loadCancelledOrder(context, findCancelledOffer(context.search)),
  frame: "site",
  show: (order, { search }) => {
    const offer = findCancelledOffer(search);
    return <CancelPage order={order} offer={offer && offerPath(offer)} />;
  },
});
