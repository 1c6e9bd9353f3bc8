import type { Product } from "../../../server/contract/answers.ts";
import {
  type Batch,
  type Faq,
  INVENTED_TEXTS,
  type Testimonial,
} from "../../../server/contract/content.ts";
import type { Discount } from "../../../server/contract/discounts.ts";
import { areReplaced, pictureTextName } from "../../../server/contract/words.ts";
import { creatorWords } from "../../content/landing-packs.ts";
import { useSite } from "../../lib/page-context.ts";
import { AboutCreator, Bonuses, FinalCta } from "./closing.tsx";
import { Questions } from "./faq.tsx";
import { Hero } from "./hero.tsx";
import { packsForSale } from "./pack-rules.ts";
import { PricingSection } from "./pricing.tsx";
import { HowItWorks, PainPoints, WhatLearn, WhatsIncluded, WhyChoose } from "./story.tsx";
import { Testimonials } from "./testimonials.tsx";

export type LandingPageProps = {
  products: Product[];
  testimonials: Batch<Testimonial>;
  faqs: Batch<Faq>;
  /** Prices with the discount code in the address; null without one. */
  discount?: Discount | null;
};

/** Name of the `texts` row with the owner's portrait, which replaces a placeholder. */
const PORTRAIT = pictureTextName(creatorWords.picture);

/** Landing page. Section backgrounds alternate by position, even when sections are hidden. */
export function LandingPage(props: LandingPageProps) {
  const { products, testimonials, faqs, discount = null } = props;
  const { mode, showListPrices } = useSite();
  const isReal = (texts: readonly string[]) => mode === "demo" || areReplaced(texts);
  return (
    <div className="[&>section:nth-child(even)]:bg-paper-2">
      <Hero />
      <PainPoints />
      <WhyChoose />
      <WhatLearn />
      <WhatsIncluded />
      <HowItWorks />
      <PricingSection packs={packsForSale(products, { showListPrices })} first={discount} />
      <Bonuses />
      {testimonials.rows.length > 0 && <Testimonials first={testimonials} />}
      {isReal(INVENTED_TEXTS) && <AboutCreator hasPortrait={isReal([PORTRAIT])} />}
      {faqs.rows.length > 0 && <Questions first={faqs} />}
      <FinalCta />
    </div>
  );
}
