import type { Product } from "../../../server/contract/answers.ts";
import {
  type Batch,
  type Faq,
  INVENTED_TEXTS,
  type Testimonial,
} from "../../../server/contract/content.ts";
import { areReplaced } from "../../../server/contract/words.ts";
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
};

/** Landing page. Section backgrounds alternate by position, even when sections are hidden. */
export function LandingPage({ products, testimonials, faqs }: LandingPageProps) {
  const { mode, showListPrices } = useSite();
  const isCreatorReal = mode === "demo" || areReplaced(INVENTED_TEXTS);
  return (
    <div className="[&>section:nth-child(even)]:bg-paper-2">
      <Hero />
      <PainPoints />
      <WhyChoose />
      <WhatLearn />
      <WhatsIncluded />
      <HowItWorks />
      <PricingSection packs={packsForSale(products, { showListPrices })} />
      <Bonuses />
      {testimonials.rows.length > 0 && <Testimonials first={testimonials} />}
      {isCreatorReal && <AboutCreator />}
      {faqs.rows.length > 0 && <Questions first={faqs} />}
      <FinalCta />
    </div>
  );
}
