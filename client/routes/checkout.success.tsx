import { createFileRoute } from "@tanstack/react-router";
import { SiteFrame } from "../components/site-frame.tsx";
import { checkoutWords } from "../content/checkout.ts";
import { loadPurchase } from "../features/checkout/purchase-state.ts";
import { SuccessPage } from "../features/checkout/success-page.tsx";
import { textParam } from "../lib/search.ts";

export const Route = createFileRoute("/checkout/success")({
  staticData: { title: checkoutWords.success.title },
  validateSearch: (search): { sessionId?: string; plain?: string } => ({
    sessionId: textParam(search.sessionId),
    plain: textParam(search.plain),
  }),
  loaderDeps: ({ search: { sessionId, plain } }) => ({ sessionId, plain }),
  // The browser asks for the purchase itself; only readers without JavaScript get it with the page.
  loader: ({ context, deps: { sessionId, plain } }) =>
    sessionId && plain ? loadPurchase(context.source, sessionId) : undefined,
  component: Success,
});

function Success() {
  const { sessionId, plain } = Route.useSearch();
  const { source } = Route.useRouteContext();
  return (
    <SiteFrame>
      <SuccessPage
        key={sessionId}
        sessionId={sessionId}
        plain={plain !== undefined}
        source={source}
        loaded={Route.useLoaderData()}
      />
    </SiteFrame>
  );
}
