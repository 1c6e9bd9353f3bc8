import { definePage, type PageLoadContext } from "../app/page.ts";
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
  show: (loaded, context) => <Success loaded={loaded} context={context} />,
});

function Success({
  loaded,
  context,
}: {
  loaded: PurchaseState | undefined;
  context: PageLoadContext;
}) {
  const { search } = context;
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
