import { definePage, type Visit } from "../app/page.ts";
import { checkoutWords } from "../content/checkout.ts";
import { loadPurchase, type PurchaseState } from "../features/checkout/success/purchase-state.ts";
import { SuccessPage } from "../features/checkout/success/success-page.tsx";
import { useOrderSession } from "../tracking/order-session.ts";

export const page = definePage({
  facts: { title: () => checkoutWords.success.title, personal: true },
  frame: "site",
  // The browser loads the purchase, except on pages for browsers without JavaScript.
  load: ({ source, search: { sessionId, plain } }) =>
    plain && sessionId ? loadPurchase(source, sessionId) : undefined,
  show: (loaded, visit) => <Success loaded={loaded} visit={visit} />,
});

function Success({ loaded, visit }: { loaded: PurchaseState | undefined; visit: Visit }) {
  const { search } = visit;
  const { sessionId, finding } = useOrderSession(search);
  return (
    <SuccessPage
      key={sessionId}
      sessionId={sessionId}
      finding={finding}
      plain={search.plain !== undefined}
      again={search.again !== undefined}
      loaded={loaded}
    />
  );
}
