import { definePlainPage } from "../app/page.ts";
import { SiteFrame } from "../components/site-frame.tsx";
import { refundPolicy } from "../content/policies.ts";
import { PolicyPage } from "../features/legal/policy-page.tsx";

export const page = definePlainPage(
  {
    title: refundPolicy.title,
    description: refundPolicy.description,
    indexable: true,
    shared: true,
  },
  () => (
    <SiteFrame backHome>
      <PolicyPage policy={refundPolicy} />
    </SiteFrame>
  ),
);
