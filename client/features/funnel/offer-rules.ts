import { isOfferName, type OfferKind } from "../../../server/contract/offer-names.ts";
import type { Ownership, Product } from "../../../server/contract/answers.ts";
import { funnelWords } from "../../content/funnel.ts";
import {
  cancelPath,
  type OfferVisit,
  type ReturnPaths,
  SUCCESS_ROUTER,
} from "../../lib/checkout-paths.ts";

/** What an offer page shows and sells. */
export type Offer = {
  kind: OfferKind;
  product: Product;
  originalId: number;
  /** The products of the visit that are on sale; one switched off in the meantime is missing. */
  original: Product | undefined;
  upsell: Product | undefined;
  ownership: Ownership;
};

export type OfferPrice = {
  price: number;
  /** What it is worth by itself, in cents; null when that is no more than its price. */
  value: number | null;
  percentOff: number | null;
};

/** The page's product; undefined when the shop does not sell it now. */
export function findOffer(kind: OfferKind, products: Product[]): Product | undefined {
  return products.find(({ name }) => isOfferName(kind, name));
}

/** The offer's price beside its value: the owner's, or the spec's when none was ever set. */
export function priceOf({ kind, product: { price, listPrice } }: Offer): OfferPrice {
  const cents = listPrice === undefined ? funnelWords[kind].valueCents : listPrice;
  if (cents === null || cents <= price) return { price, value: null, percentOff: null };
  return { price, value: cents, percentOff: Math.round((1 - price / cents) * 100) };
}

/**
 * The products to send to the checkout: the original, the accepted extra, then the offer if it is
 * accepted. The server leaves out what this browser has paid for. Left out here is what it could not
 * leave out: a paid original that is off sale, or that was paid from a browser it cannot recognise.
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

/** The session of the order that holds a product already; undefined for what is still to be bought. */
export function findHoldingSession(
  { originalId, ownership: { order, owned } }: Offer,
  productId: number,
): string | undefined {
  const item = owned.find((candidate) => candidate.productId === productId);
  if (item) return item.sessionId;
  return productId === originalId ? order?.sessionId : undefined;
}

/**
 * The session that alone says that the original is paid; every address of the visit carries it, or the
 * pack would be charged again. Undefined for a browser that is recognised, or has bought nothing.
 */
export function findForeignSession({ ownership: { order } }: Offer): string | undefined {
  return order && !order.recognised ? order.sessionId : undefined;
}

export type DueLine = { id: number; name: string; price: number };

/** What an answer leaves to pay, line by line, in cents: nothing that is owned, and nothing twice. */
export function listDue(offer: Offer, accepts: boolean): DueLine[] {
  const ids = productIdsOf(offer, accepts);
  return [offer.original, offer.upsell, offer.product]
    .filter((line) => line !== undefined)
    .filter(({ id }, index, lines) => lines.findIndex((line) => line.id === id) === index)
    .filter(({ id }) => ids.includes(id) && findHoldingSession(offer, id) === undefined)
    .map(({ id, name, price }) => ({ id, name, price }));
}

/** The sum of some lines, in cents. */
export function sumOf(lines: DueLine[]): number {
  return lines.reduce((sum, { price }) => sum + price, 0);
}

/** Where the provider returns a buyer whose checkout started on an offer page. */
export function returnPathsOf(offer: Offer): ReturnPaths {
  return { successRouter: SUCCESS_ROUTER, cancelRouter: cancelPath(visitOf(offer)) };
}

function visitOf(offer: Offer): OfferVisit {
  const { kind, originalId, upsell } = offer;
  return { kind, originalId, upsellId: upsell?.id, sessionId: findForeignSession(offer) };
}
