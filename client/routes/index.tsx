import { definePage } from "../app/page.ts";
import { SiteFrame } from "../components/site-frame.tsx";
import { landingWords } from "../content/landing.ts";
import { sharingWords } from "../content/sharing.ts";
import { LandingPage } from "../features/landing/landing-page.tsx";
import { loadStillSections } from "../features/landing/still.tsx";

export const page = definePage({
  facts: {
    title: landingWords.title,
    description: sharingWords.description,
    indexable: true,
    shared: true,
    leadsTo: ["/checkout/error"],
  },
  // Spec section 7: on the landing page a failure is only logged and the list stays empty.
  async load({ source, report }) {
    await loadStillSections();
    return source.listProducts().catch((error: unknown) => {
      report(error);
      return [];
    });
  },
  show: (products) => (
    <SiteFrame>
      <LandingPage products={products} />
    </SiteFrame>
  ),
});
