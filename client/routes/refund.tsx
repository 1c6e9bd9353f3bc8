import { createFileRoute } from "@tanstack/react-router";
import { SiteFrame } from "../components/site-frame.tsx";
import { refundPolicy } from "../content/policies.ts";
import { PolicyPage } from "../features/legal/policy-page.tsx";

export const Route = createFileRoute("/refund")({
  staticData: {
    title: refundPolicy.title,
    description: refundPolicy.description,
    indexable: true,
  },
  component: Refund,
});

function Refund() {
  return (
    <SiteFrame backHome>
      <PolicyPage policy={refundPolicy} />
    </SiteFrame>
  );
}
