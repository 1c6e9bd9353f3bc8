import type { Product } from "../../../server/contract/answers.ts";
import type { Site } from "../../../server/contract/site.ts";
import { landingWords } from "../../content/landing-packs.ts";

const PREMIUM = "Premium Pack";
const ADVANCED = "Advanced Pack";
const FIRST_IN_LIST = [PREMIUM, ADVANCED];
const FIRST_FEATURE_LEFT_OUT = 7;
const PREMIUM_LIST_PRICE_CENTS = 11_700;
const OTHER_LIST_PRICE_CENTS = 9700;

export type PackFeature = { text: string; included: boolean };

export type Pack = {
  product: Product;
  highlighted: boolean;
  badge: string | null;
  /** Struck-through price in cents, or null. */
  listPrice: number | null;
  features: PackFeature[];
};

/** Returns the packs of the landing page in display order. */
export function packsForSale(
  products: Product[],
  { showListPrices = true }: Partial<Pick<Site, "showListPrices">> = {},
): Pack[] {
  return products
    .filter(({ onLanding = true }) => onLanding)
    .toSorted((a, b) => rankOf(a) - rankOf(b))
    .map((product) => packOf(product, { showListPrices }));
}

/** Returns how a product is shown, on its card and on its own page. */
export function packOf(product: Product, { showListPrices }: Pick<Site, "showListPrices">): Pack {
  const pack = toPack(product);
  return showListPrices ? pack : { ...pack, listPrice: null };
}

/** Sort key: Premium Pack, Advanced Pack, then the others in the server's order. */
function rankOf({ name }: Product): number {
  const rank = FIRST_IN_LIST.indexOf(name);
  return rank < 0 ? FIRST_IN_LIST.length : rank;
}

function toPack(product: Product): Pack {
  const premium = product.name === PREMIUM;
  return {
    product,
    highlighted: premium,
    badge: product.badge ?? (premium ? landingWords.pricing.bestValue : null),
    listPrice: listPriceOf(product),
    features: product.features.map((text, index) => ({
      text,
      included: product.name !== ADVANCED || index < FIRST_FEATURE_LEFT_OUT,
    })),
  };
}

/** Returns the owner's or the default list price; null if removed or not above the price. */
function listPriceOf({ name, listPrice, price }: Product): number | null {
  const byName = name === PREMIUM ? PREMIUM_LIST_PRICE_CENTS : OTHER_LIST_PRICE_CENTS;
  const cents = listPrice === undefined ? byName : listPrice;
  return cents !== null && cents > price ? cents : null;
}
