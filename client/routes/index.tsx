import { definePage } from "../app/page.ts";
import { landingWords } from "../content/landing.ts";
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
  async load({ source, report }) {
    const [products, testimonials, faqs] = await Promise.all([
      withFallback(source.listProducts(), [], report),
      withFallback(source.listTestimonials(), NO_ROWS, report),
      withFallback(source.listFaqs(), NO_ROWS, report),
    ]);
    return { products, testimonials, faqs };
  },
  show: (content) => <LandingPage {...content} />,
});
