import type { Product } from "../../../server/contract/answers.ts";
import { areReplaced } from "../../../server/contract/words.ts";
import { INVENTED_TEXTS } from "../../content/landing.ts";
import { useSite } from "../../lib/page-context.ts";
import { AboutCreator, Bonuses, Faq, FinalCta } from "./closing.tsx";
import { Hero } from "./hero.tsx";
import { packsForSale } from "./pack-rules.ts";
import { PricingSection } from "./pricing.tsx";
import { HowItWorks, PainPoints, WhatLearn, WhatsIncluded, WhyChoose } from "./story.tsx";
import { Testimonials } from "./testimonials.tsx";

/** The sections' backgrounds alternate by position. */
export function LandingPage({ products }: { products: Product[] }) {
  const { testimonials, mode } = useSite();
  const isCreatorReal = mode === "demo" || areReplaced(INVENTED_TEXTS);
  return (
    <div className="[&>section:nth-child(even)]:bg-paper-2">
      <Hero />
      <PainPoints />
      <WhyChoose />
      <WhatLearn />
      <WhatsIncluded />
      <HowItWorks />
      <PricingSection packs={packsForSale(products)} />
      <Bonuses />
      {testimonials && <Testimonials />}
      {isCreatorReal && <AboutCreator />}
      <Faq />
      <FinalCta />
    </div>
  );
}
