import { createFileRoute } from "@tanstack/react-router";
import { SiteFrame } from "../components/site-frame.tsx";
import { checkoutWords } from "../content/checkout.ts";
import { ErrorPage } from "../features/checkout/error-page.tsx";
import { textParam } from "../lib/search.ts";

export const Route = createFileRoute("/checkout/error")({
  staticData: { title: checkoutWords.error.title },
  validateSearch: (search): { error?: string } => ({ error: textParam(search.error) }),
  component: CheckoutError,
});

function CheckoutError() {
  return (
    <SiteFrame>
      <ErrorPage given={Route.useSearch().error} />
    </SiteFrame>
  );
}
