import type { Product } from "../../../server/contract/answers.ts";
import { useSite } from "../../lib/use-site.ts";
import { Hero } from "./hero.tsx";
import { PainPoints } from "./pain-points.tsx";
import { WhyChoose } from "./why-choose.tsx";
import { WhatLearn } from "./what-learn.tsx";
import { WhatsIncluded } from "./whats-included.tsx";
import { HowItWorks } from "./how-it-works.tsx";
import { Bonuses } from "./bonuses.tsx";
import { AboutCreator } from "./about-creator.tsx";
import { Faq } from "./faq.tsx";
import { FinalCta } from "./final-cta.tsx";
import { useOneOpen } from "./one-open.ts";
import { packsForSale } from "./pack-rules.ts";
import { PricingSection } from "./pricing-section.tsx";
import { Testimonials } from "./testimonials.tsx";

/** The sections in the order of spec section 2; their backgrounds alternate by position. */
export function LandingPage({ products }: { products: Product[] }) {
  const { testimonials } = useSite();
  useOneOpen();
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
      <AboutCreator />
      <Faq />
      <FinalCta />
    </div>
  );
}
