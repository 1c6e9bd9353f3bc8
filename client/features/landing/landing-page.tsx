import type { Product } from "../../../server/contract/store.ts";
import { Hero } from "./hero.tsx";
import { packsForSale } from "./pack-rules.ts";
import { PricingSection } from "./pricing-section.tsx";
import type { RenderBuy } from "./render-buy.ts";

/** The landing page: what it is, and what it costs. */
export function LandingPage({
  products,
  renderBuy,
}: {
  products: Product[];
  renderBuy: RenderBuy;
}) {
  return (
    <>
      <Hero />
      <PricingSection packs={packsForSale(products)} renderBuy={renderBuy} />
    </>
  );
}
