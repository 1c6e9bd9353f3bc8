import { definePage, type PageParameters } from "../app/page.ts";
import { checkoutWords } from "../content/checkout.ts";
import { type PurchaseState, stateOf } from "../features/checkout/success/purchase-state.ts";
import { SuccessPage } from "../features/checkout/success/success-page.tsx";
import { useOrderSession } from "../tracking/order-session.ts";

export const page = definePage<"/checkout/success">({
  facts: { title: () => checkoutWords.success.title, personal: true },
  frame: "site",
  show: (loaded, { search }) => <Success loaded={loaded && stateOf(loaded)} search={search} />,
});

type SuccessProps = Pick<PageParameters, "search"> & { loaded: PurchaseState | undefined };

function Success({ loaded, search }: SuccessProps) {
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
