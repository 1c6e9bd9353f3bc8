import { createFileRoute } from "@tanstack/react-router";
import { SiteFrame } from "../components/site-frame.tsx";
import { privacyPolicy } from "../content/policy-privacy.ts";
import { PolicyPage } from "../features/legal/policy-page.tsx";

export const Route = createFileRoute("/privacy")({
  staticData: {
    title: privacyPolicy.title,
    description: privacyPolicy.description,
    indexable: true,
  },
  component: Privacy,
});

function Privacy() {
  return (
    <SiteFrame backHome>
      <PolicyPage policy={privacyPolicy} />
    </SiteFrame>
  );
}
