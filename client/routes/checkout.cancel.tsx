import { createFileRoute } from "@tanstack/react-router";
import { SiteFrame } from "../components/site-frame.tsx";
import { checkoutWords } from "../content/checkout.ts";
import { CancelPage } from "../features/checkout/cancel-page.tsx";

export const Route = createFileRoute("/checkout/cancel")({
  staticData: { title: checkoutWords.cancel.title },
  component: Cancel,
});

function Cancel() {
  return (
    <SiteFrame>
      <CancelPage />
    </SiteFrame>
  );
}
