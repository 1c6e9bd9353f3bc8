import type { Site } from "../../../server/contract/site.ts";
import type { Offer } from "../../../server/pages/offers.ts";
import {
  cancelPath,
  type ReturnPaths,
  SUCCESS_ROUTER,
} from "../../../server/contract/checkout-paths.ts";

export type OfferPrice = {
  price: number;
  /** List price in cents; null unless it is higher than the price. */
  value: number | null;
  percentOff: number | null;
};

/** Returns the price of an offer, and its list price as its value. */
export function priceOf(
  { product: { price, listPrice = null } }: Pick<Offer, "product">,
  { showListPrices = true }: Partial<Pick<Site, "showListPrices">> = {},
): OfferPrice {
  if (!showListPrices || listPrice === null || listPrice <= price)
    return { price, value: null, percentOff: null };
  return { price, value: listPrice, percentOff: Math.round((1 - price / listPrice) * 100) };
}

/**
 * Product ids for the checkout: the original pack, the accepted upsell and, if accepted, this
 * offer. A paid original is excluded when the server cannot exclude it itself, because it is off
 * sale or was paid in another browser.
 */
export function productIdsOf(offer: Offer, accepts: boolean): number[] {
  const { originalId, original, upsell, product, ownership } = offer;
  const settled = ownership.order && !(ownership.order.recognised && original);
  const ids = [
    settled ? [] : originalId,
    upsell ? upsell.id : [],
    accepts ? product.id : [],
  ].flat();
  return [...new Set(ids)];
}

/** Returns the session id of the order that contains the product; undefined if not purchased. */
export function findHoldingSession(
  { originalId, ownership: { order, owned } }: Offer,
  productId: number,
): string | undefined {
  const item = owned.find((candidate) => candidate.productId === productId);
  if (item) return item.sessionId;
  return productId === originalId ? order?.sessionId : undefined;
}

/**
 * Session id of an order that was paid in another browser. Keep it in all funnel URLs, or the pack
 * would be charged again.
 */
export function findForeignSession({ ownership: { order } }: Offer): string | undefined {
  return order && !order.recognised ? order.sessionId : undefined;
}

export type DueLine = { id: number; name: string; price: number };

/** Returns the products to pay for when the offer is accepted or declined, except owned ones. */
export function listDue(offer: Offer, accepts: boolean): DueLine[] {
  const ids = productIdsOf(offer, accepts);
  return [offer.original, offer.upsell, offer.product]
    .filter((line) => line !== undefined)
    .filter(({ id }, index, lines) => lines.findIndex((line) => line.id === id) === index)
    .filter(({ id }) => ids.includes(id) && findHoldingSession(offer, id) === undefined)
    .map(({ id, name, price }) => ({ id, name, price }));
}

/** Returns the total price of the lines in cents. */
export function sumOf(lines: DueLine[]): number {
  return lines.reduce((sum, { price }) => sum + price, 0);
}

export function returnPathsOf(offer: Offer): ReturnPaths {
  const { kind, originalId, upsell } = offer;
  const sessionId = findForeignSession(offer);
  const visit = { kind, originalId, upsellId: upsell?.id, sessionId };
  return { successRouter: SUCCESS_ROUTER, cancelRouter: cancelPath(visit) };
}
