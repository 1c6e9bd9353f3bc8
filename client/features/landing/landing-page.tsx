import type { ReactNode } from "react";
import type { Product } from "../../../server/contract/answers.ts";
import {
  type Batch,
  type Faq,
  INVENTED_TEXTS,
  type Testimonial,
} from "../../../server/contract/content.ts";
import type { Discount } from "../../../server/contract/discounts.ts";
import { type SectionName, shownSections } from "../../../server/contract/sections.ts";
import { areReplaced, pictureTextName } from "../../../server/contract/words.ts";
import { creatorWords } from "../../content/landing-packs.ts";
import { useSite } from "../../lib/page-context.ts";
import { AboutCreator, Bonuses, FinalCta } from "./closing.tsx";
import { Questions } from "./faq.tsx";
import { Hero } from "./hero.tsx";
import { packsForSale } from "./pack-rules.ts";
import { NoPacks, NoProducts, PricingSection } from "./pricing.tsx";
import { HowItWorks, PainPoints, WhatLearn, WhatsIncluded, WhyChoose } from "./story.tsx";
import { Testimonials } from "./testimonials.tsx";

export type LandingPageProps = {
  products: Product[];
  /** Set when the products could not be read. */
  isListLost?: true;
  testimonials: Batch<Testimonial>;
  faqs: Batch<Faq>;
  /** Prices with the discount code in the address; null without one. */
  discount?: Discount | null;
};

/** Name of the `texts` row with the owner's portrait, which replaces a placeholder. */
const PORTRAIT = pictureTextName(creatorWords.picture);

type SectionProps = LandingPageProps & {
  /** Whether the texts are the owner's, or the shop is the demo. */
  isReal: (texts: readonly string[]) => boolean;
};

/** Renders each section, or nothing if it has no content. */
const SECTIONS: Record<SectionName, (props: SectionProps) => ReactNode> = {
  hero: Hero,
  "pain-points": PainPoints,
  "why-choose": WhyChoose,
  "what-learn": WhatLearn,
  "whats-included": WhatsIncluded,
  "how-it-works": HowItWorks,
  pricing: Packs,
  bonuses: Bonuses,
  testimonials: ({ testimonials }) =>
    testimonials.rows.length > 0 && <Testimonials first={testimonials} />,
  "about-creator": ({ isReal }) =>
    isReal(INVENTED_TEXTS) && <AboutCreator hasPortrait={isReal([PORTRAIT])} />,
  faq: ({ faqs }) => faqs.rows.length > 0 && <Questions first={faqs} />,
  "final-cta": FinalCta,
};

/** Landing page. Section backgrounds alternate by position, even when sections are hidden. */
export function LandingPage(props: LandingPageProps) {
  const site = useSite();
  const shown = shownSections(site);
  const isReal = (texts: readonly string[]) => site.mode === "demo" || areReplaced(texts);
  const sections = (
    <div className="[&>section:nth-child(even)]:bg-paper-2">
      {shown.map((name) => {
        const Section = SECTIONS[name];
        return <Section key={name} {...props} isReal={isReal} />;
      })}
    </div>
  );
  // The hero has the page's heading.
  if (shown.includes("hero")) return sections;
  return (
    <>
      <h1 className="sr-only">{site.brand}</h1>
      {sections}
    </>
  );
}

function Packs({ products, isListLost, discount = null }: SectionProps) {
  const site = useSite();
  const isOwners = site.adminOnly && !isListLost;
  return (
    <PricingSection
      packs={packsForSale(products, site)}
      first={discount}
      without={isOwners ? <NoProducts /> : <NoPacks />}
    />
  );
}
