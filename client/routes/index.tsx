import { definePage } from "../app/page.ts";
import { landingWords } from "../content/landing.ts";
import { sharingWords } from "../content/pages.ts";
import { LandingPage } from "../features/landing/landing-page.tsx";
import { withFallback } from "../lib/page-errors.ts";

export const page = definePage({
  facts: {
    title: () => landingWords.title,
    description: () => sharingWords.description,
    indexable: true,
    shared: true,
    leadsTo: ["/checkout/error"],
  },
  frame: "site",
  // On failure, report the error and show no packs.
  load: ({ source, report }) => withFallback(source.listProducts(), [], report),
  show: (products) => <LandingPage products={products} />,
});
