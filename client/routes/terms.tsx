import { definePlainPage } from "../app/page.ts";
import { SiteFrame } from "../components/site-frame.tsx";
import { termsOfService } from "../content/policy-terms.ts";
import { PolicyPage } from "../features/legal/policy-page.tsx";

export const page = definePlainPage(
  {
    title: termsOfService.title,
    description: termsOfService.description,
    indexable: true,
    shared: true,
  },
  () => (
    <SiteFrame backHome>
      <PolicyPage policy={termsOfService} />
    </SiteFrame>
  ),
);
