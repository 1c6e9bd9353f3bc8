import type { Product } from "../../../server/contract/store.ts";
import { useSite } from "../../lib/use-site.ts";
import { AboutCreator } from "./about-creator.tsx";
import { Bonuses } from "./bonuses.tsx";
import { Faq } from "./faq.tsx";
import { FinalCta } from "./final-cta.tsx";
import { Hero } from "./hero.tsx";
import { HowItWorks } from "./how-it-works.tsx";
import { packsForSale } from "./pack-rules.ts";
import { PainPoints } from "./pain-points.tsx";
import { PricingSection } from "./pricing-section.tsx";
import type { RenderBuy } from "./render-buy.ts";
import { Testimonials } from "./testimonials.tsx";
import { WhatLearn } from "./what-learn.tsx";
import { WhatsIncluded } from "./whats-included.tsx";
import { WhyChoose } from "./why-choose.tsx";

/**
 * The landing page, from the promise to the last button, in the order of spec section 2. Bands
 * alternate by their place, so that a hidden section leaves no two alike beside each other.
 */
export function LandingPage({
  products,
  renderBuy,
}: {
  products: Product[];
  renderBuy: RenderBuy;
}) {
  const site = useSite();
  return (
    <div className="[&>section:nth-child(even)]:bg-paper-2">
      <Hero />
      <PainPoints />
      <WhyChoose />
      <WhatLearn />
      <WhatsIncluded />
      <HowItWorks />
      <PricingSection packs={packsForSale(products)} renderBuy={renderBuy} />
      <Bonuses />
      {site.testimonials && <Testimonials />}
      <AboutCreator />
      <Faq />
      <FinalCta />
    </div>
  );
}
