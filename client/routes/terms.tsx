import { createFileRoute } from "@tanstack/react-router";
import { SiteFrame } from "../components/site-frame.tsx";
import { termsOfService } from "../content/policy-terms.ts";
import { PolicyPage } from "../features/legal/policy-page.tsx";

export const Route = createFileRoute("/terms")({
  staticData: {
    title: termsOfService.title,
    description: termsOfService.description,
    indexable: true,
  },
  component: Terms,
});

function Terms() {
  return (
    <SiteFrame backHome>
      <PolicyPage policy={termsOfService} />
    </SiteFrame>
  );
}
