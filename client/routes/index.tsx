import { definePage } from "../app/page.ts";
import { landingWords } from "../content/landing-packs.ts";
import { sharingWords } from "../content/pages.ts";
import { LandingPage } from "../features/landing/landing-page.tsx";
import { withFallback } from "../lib/page-errors.ts";

const NO_ROWS = { rows: [], more: false };

export const page = definePage({
  facts: {
    title: () => landingWords.title,
    description: () => sharingWords.description,
    indexable: true,
    shared: true,
    leadsTo: ["/checkout/error"],
  },
  frame: "site",
  // If a list cannot be loaded, report the error and show the page without that list.
  async load({ search, source, report }) {
    const { code } = search;
    const [products, testimonials, faqs, discount] = await Promise.all([
      withFallback(source.listProducts(), [], report),
      withFallback(source.listTestimonials(), NO_ROWS, report),
      withFallback(source.listFaqs(), NO_ROWS, report),
      code ? withFallback(source.findDiscount(code), null, report) : null,
    ]);
    return { products, testimonials, faqs, discount };
  },
  show: (content) => <LandingPage {...content} />,
});
