import { useEffect } from "react";
import type { Product } from "../../../server/contract/answers.ts";
import { useSite } from "../../lib/use-site.ts";
import { showLateSectionsWhenIdle } from "./late-sections.ts";
import { useOneOpen } from "./one-open.ts";
import { packsForSale } from "./pack-rules.ts";
import { PricingSection } from "./pricing-section.tsx";
import { Still } from "./still.tsx";
import { Testimonials } from "./testimonials.tsx";

/**
 * The landing page, from the promise to the last button, in the order of spec section 2. Bands
 * alternate by their place, so that a hidden section leaves no two alike beside each other.
 */
export function LandingPage({ products }: { products: Product[] }) {
  const { testimonials } = useSite();
  useOneOpen();
  useEffect(showLateSectionsWhenIdle, []);
  return (
    <div className="[&>section:nth-child(even)]:bg-paper-2">
      <Still name="hero" />
      <Still name="pain-points" />
      <Still name="why-choose" />
      <Still name="what-learn" />
      <Still name="whats-included" />
      <Still name="how-it-works" />
      <PricingSection packs={packsForSale(products)} />
      <Still name="bonuses" />
      {testimonials && <Testimonials />}
      <Still name="about-creator" />
      <Still name="faq" />
      <Still name="final-cta" />
    </div>
  );
}
