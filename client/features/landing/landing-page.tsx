import type { ReactNode } from "react";
import type { Product } from "../../../server/contract/store.ts";
import type { ButtonLook } from "../../components/button.tsx";
import { Hero } from "./hero.tsx";
import { packsForSale } from "./pack-rules.ts";
import { PricingSection } from "./pricing-section.tsx";

/**
 * Draws the control that buys a product; the route hands it in, as buying is another feature.
 * `nameId` is the id of the element that names the product.
 */
export type RenderBuy = (buy: { product: Product; nameId: string; look: ButtonLook }) => ReactNode;

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
