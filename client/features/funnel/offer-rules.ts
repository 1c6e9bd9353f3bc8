import { isOfferName, type OfferKind } from "../../../server/contract/offer-names.ts";
import type { Ownership, Product } from "../../../server/contract/answers.ts";
import { funnelWords } from "../../content/funnel.ts";
import { cancelPath, type ReturnPaths, SUCCESS_ROUTER } from "../../lib/checkout-paths.ts";

export type Offer = {
  kind: OfferKind;
  product: Product;
  originalId: number;
  /** Undefined when off sale, like `upsell`. */
  original: Product | undefined;
  upsell: Product | undefined;
  ownership: Ownership;
};

export type OfferPrice = {
  price: number;
  /** Cents; null unless higher than the price. */
  value: number | null;
  percentOff: number | null;
};

/** The product of the offer; undefined when it is off sale. */
export function findOffer(kind: OfferKind, products: Product[]): Product | undefined {
  return products.find(({ name }) => isOfferName(kind, name));
}

/** Price and value; the value is the owner's list price, or the spec's when undefined. */
export function priceOf({ kind, product: { price, listPrice } }: Offer): OfferPrice {
  const cents = listPrice === undefined ? funnelWords[kind].valueCents : listPrice;
  if (cents === null || cents <= price) return { price, value: null, percentOff: null };
  return { price, value: cents, percentOff: Math.round((1 - price / cents) * 100) };
}

/**
 * The products to check out: the original, the accepted extra, and the offer if accepted. The server
 * leaves out what this browser has paid; left out here is a paid original that the server cannot
 * recognise, because it is off sale or was paid in another browser.
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

/** Session of the order that has a product already; undefined when there is none. */
export function findHoldingSession(
  { originalId, ownership: { order, owned } }: Offer,
  productId: number,
): string | undefined {
  const item = owned.find((candidate) => candidate.productId === productId);
  if (item) return item.sessionId;
  return productId === originalId ? order?.sessionId : undefined;
}

/**
 * The session of an order that this browser is not recognised for. All URLs of the visit must carry it,
 * or the pack would be charged again.
 */
export function findForeignSession({ ownership: { order } }: Offer): string | undefined {
  return order && !order.recognised ? order.sessionId : undefined;
}

export type DueLine = { id: number; name: string; price: number };

/** The lines that an answer leaves to pay, without what is owned. */
export function listDue(offer: Offer, accepts: boolean): DueLine[] {
  const ids = productIdsOf(offer, accepts);
  return [offer.original, offer.upsell, offer.product]
    .filter((line) => line !== undefined)
    .filter(({ id }, index, lines) => lines.findIndex((line) => line.id === id) === index)
    .filter(({ id }) => ids.includes(id) && findHoldingSession(offer, id) === undefined)
    .map(({ id, name, price }) => ({ id, name, price }));
}

/** Sum in cents. */
export function sumOf(lines: DueLine[]): number {
  return lines.reduce((sum, { price }) => sum + price, 0);
}

export function returnPathsOf(offer: Offer): ReturnPaths {
  const { kind, originalId, upsell } = offer;
  const sessionId = findForeignSession(offer);
  const visit = { kind, originalId, upsellId: upsell?.id, sessionId };
  return { successRouter: SUCCESS_ROUTER, cancelRouter: cancelPath(visit) };
}
