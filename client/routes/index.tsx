import { definePage } from "../app/page.ts";
import { landingWords } from "../content/landing-packs.ts";
import { sharingWords } from "../content/pages.ts";
import { LandingPage } from "../features/landing/landing-page.tsx";

export const page = definePage<"/">({
  facts: {
    title: () => landingWords.title,
    description: () => sharingWords.description,
    indexable: true,
    hiddenWhileClosed: true,
    shared: true,
    leadsTo: ["/checkout/error"],
  },
  frame: "site",
  show: (content) => <LandingPage {...content} />,
});
