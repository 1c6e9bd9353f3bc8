import type { Product } from "../../contract/answers.ts";
import {
  findOffer,
  isFoundByName,
  OFFER_NAMES,
  OFFERS_BY_NAME,
  type OfferChoice,
  type OfferKind,
} from "../../contract/offer-names.ts";
import { type PublicRead, storedSettings } from "../public-reads.ts";
import { productList } from "./catalogue.ts";

const NAMES = new Set(Object.values(OFFER_NAMES));

export type OfferSource = { products: Product[]; choice: OfferChoice };

/** Products on sale, and the settings that name those of the offers. */
export const offerSource = {
  tables: [...productList.tables, ...storedSettings.tables],
  read(db) {
    const { offers, firstOfferId, secondOfferId, lastOfferId } =
      storedSettings.read(db) ?? OFFERS_BY_NAME;
    const choice = { offers, firstOfferId, secondOfferId, lastOfferId };
    return { products: productList.read(db), choice };
  },
} satisfies PublicRead<OfferSource>;

/**
 * Products on sale, without the offers that are found by name. A chosen offer stays: its field “On
 * the landing page” decides, or a shop that offers all its products would have nothing to sell.
 */
export const packList = {
  tables: offerSource.tables,
  read(db) {
    const { products, choice } = offerSource.read(db);
    return isFoundByName(choice) ? products.filter(({ name }) => !NAMES.has(name)) : products;
  },
} satisfies PublicRead<Product[]>;

/** Purchase after which offers are shown: the bought product, and the accepted one if any. */
export type OfferPurchase = {
  originalId: number;
  /** Undefined when no longer on sale, like `upsell`. */
  original?: Product | undefined;
  upsell?: Product | undefined;
};

/**
 * Returns the product of an offer for a buyer: on sale, in the currency of the purchase and not
 * part of it. Undefined if there is none.
 */
export function findOfferFor(
  kind: OfferKind,
  { products, choice }: OfferSource,
  { originalId, original, upsell }: OfferPurchase,
): Product | undefined {
  const product = findOffer(kind, products, choice);
  if (!product || product.id === originalId || product.id === upsell?.id) return undefined;
  const others = [original, upsell].filter((other) => other !== undefined);
  return others.every(({ currency }) => currency === product.currency) ? product : undefined;
}
