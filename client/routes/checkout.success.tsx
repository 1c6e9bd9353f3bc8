import { createFileRoute } from "@tanstack/react-router";
import { SiteFrame } from "../components/site-frame.tsx";
import { checkoutWords } from "../content/checkout.ts";
import { loadPurchase } from "../features/checkout/purchase-state.ts";
import { SuccessPage } from "../features/checkout/success-page.tsx";
import { textParam } from "../lib/search.ts";
import { useOrderSession } from "../lib/tracking/use-order-session.ts";

export const Route = createFileRoute("/checkout/success")({
  staticData: { title: checkoutWords.success.title, personal: true },
  validateSearch: (
    search,
  ): { sessionId?: string; order?: string; plain?: string; again?: string } => ({
    sessionId: textParam(search.sessionId),
    order: textParam(search.order),
    plain: textParam(search.plain),
    again: textParam(search.again),
  }),
  // The browser asks for the purchase itself; only readers without JavaScript get it with the page.
  loaderDeps: ({ search: { sessionId, plain } }) => ({ plainSessionId: plain && sessionId }),
  loader: ({ context, deps: { plainSessionId } }) =>
    plainSessionId ? loadPurchase(context.source, plainSessionId) : undefined,
  component: Success,
});

function Success() {
  const { plain, again, ...search } = Route.useSearch();
  const { sessionId, finding } = useOrderSession(search);
  const { source } = Route.useRouteContext();
  return (
    <SiteFrame>
      <SuccessPage
        key={sessionId}
        sessionId={sessionId}
        finding={finding}
        plain={plain !== undefined}
        again={again !== undefined}
        source={source}
        loaded={Route.useLoaderData()}
      />
    </SiteFrame>
  );
}
