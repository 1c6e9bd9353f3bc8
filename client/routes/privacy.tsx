import { definePlainPage } from "../app/page.ts";
import { SiteFrame } from "../components/site-frame.tsx";
import { privacyPolicy } from "../content/policy-privacy.ts";
import { PolicyPage } from "../features/legal/policy-page.tsx";

export const page = definePlainPage(
  {
    title: privacyPolicy.title,
    description: privacyPolicy.description,
    indexable: true,
    shared: true,
  },
  () => (
    <SiteFrame backHome>
      <PolicyPage policy={privacyPolicy} />
    </SiteFrame>
  ),
);
