import type { Ownership, Product } from "../contract/answers.ts";
import { payMessages } from "../contract/messages.ts";
import { isOfferName, type OfferKind } from "../contract/offer-names.ts";
import { productList } from "../domain/orders/catalogue.ts";
import { getOwnership } from "../domain/orders/ownership.ts";
import { discountCodeOf } from "../http/visitor.ts";
import { isWithin } from "../http/rate-limits.ts";
import { type PageLoad, visitOf, visitorOf, withFallback } from "./page-load.ts";

export type Offer = {
  kind: OfferKind;
  product: Product;
  originalId: number;
  /** Originally purchased pack; like `upsell`, undefined when no longer on sale. */
  original?: Product | undefined;
  upsell?: Product | undefined;
  ownership: Ownership;
};

/** State of an offer page; `order` is the paid order, if any. */
export type OfferState =
  | { kind: "ready"; offer: Offer }
  | { kind: "failed"; message: string; order: Ownership["order"]; retryable: boolean };

type OfferQuery = {
  kind: OfferKind;
  /** Ids as in the URL. */
  original: string | undefined;
  upsell?: string | undefined;
};

const NOTHING_OWNED: Ownership = { order: null, owned: [] };

/** Loads an offer; never rejects, reports errors. */
async function loadOffer(
  load: PageLoad,
  { kind, original, upsell }: OfferQuery,
): Promise<OfferState> {
  const originalId = readProductId(original);
  if (originalId === undefined) {
    return { kind: "failed", message: payMessages.originalMissing, order: null, retryable: false };
  }
  const products = await withFallback(load, () => load.read(productList), []);
  const otherIds = products.map(({ id }) => id).filter((id) => id !== originalId);
  // Ownership is optional here: the checkout itself prevents duplicate purchases.
  const ownership = await withFallback(
    load,
    () => readOwnership(load, { originalId, otherIds }),
    NOTHING_OWNED,
  );
  return offerOf({ kind, products, originalId, upsellId: readProductId(upsell), ownership });
}

type OfferFacts = Pick<Offer, "kind" | "originalId" | "ownership"> & {
  /** Products on sale. */
  products: Product[];
  upsellId?: number | undefined;
};

/** Finds the products of an offer, with the visitor's prices. */
export function offerOf({ products, upsellId, ...facts }: OfferFacts): OfferState {
  const { kind, originalId, ownership } = facts;
  const priced = products.map((product) => ({
    ...product,
    price: ownership.prices?.[product.id] ?? product.price,
  }));
  const product = findOffer(kind, priced);
  const find = (id: number | undefined) => priced.find((each) => each.id === id);
  const original = find(originalId);
  // After a purchase, show the offer even if the purchased pack is no longer on sale.
  if (!product || !(original || ownership.order)) {
    const { order } = ownership;
    return { kind: "failed", message: payMessages.offerFailed, order, retryable: true };
  }
  return { kind: "ready", offer: { ...facts, product, original, upsell: find(upsellId) } };
}

/** Finds the product of an offer; undefined when it is not on sale. */
export function findOffer(kind: OfferKind, products: Product[]): Product | undefined {
  return products.find(({ name }) => isOfferName(kind, name));
}

export const loadUpsell = (load: PageLoad) =>
  loadOffer(load, { kind: "upsell", original: load.id });

export const loadUpsell2 = (load: PageLoad) => {
  const { originalProductId: original, upsellProductId: upsell } = load.search;
  return loadOffer(load, { kind: "upsell2", original, upsell });
};

export const loadDownsell = (load: PageLoad) =>
  loadOffer(load, { kind: "downsell", original: load.search["originalProductId"] });

async function readOwnership(
  load: PageLoad,
  products: { originalId: number; otherIds: number[] },
): Promise<Ownership> {
  const visit = visitOf(load);
  const { sessionId } = load.search;
  const code = discountCodeOf(visit.c);
  visit.isPersonal ||= sessionId !== undefined || code !== undefined;
  const mayAsk = await isWithin(load.limits.purchases, visit.c);
  const viewer = visitorOf(load);
  return getOwnership(load.deps, { ...products, sessionId }, { viewer, mayAsk, code });
}

/** Loads the cancelled offer, and the order that this browser paid before; both are optional. */
export async function loadCancelled(load: PageLoad) {
  const offer = findCancelledOffer(load.search);
  if (!offer) return { offer, order: null };
  const question = { originalId: offer.originalId, otherIds: [] };
  const ownership = await withFallback(load, () => readOwnership(load, question), NOTHING_OWNED);
  return { offer, order: ownership.order };
}

type CancelledOffer = Pick<Offer, "originalId"> & {
  kind: Exclude<OfferKind, "upsell">;
  upsellId: number | undefined;
  sessionId: string | undefined;
};

/** Returns the offer whose payment was canceled, from the URL; undefined for other payments. */
export function findCancelledOffer(search: PageLoad["search"]): CancelledOffer | undefined {
  const { offer: kind, sessionId } = search;
  const originalId = readProductId(search["originalProductId"]);
  if (originalId === undefined || (kind !== "upsell2" && kind !== "downsell")) return undefined;
  return { kind, originalId, upsellId: readProductId(search["upsellProductId"]), sessionId };
}

const ID = /^[1-9]\d{0,14}$/;

/** Parses a product id from a URL; undefined when invalid. */
export function readProductId(text: string | undefined): number | undefined {
  return text !== undefined && ID.test(text) ? Number(text) : undefined;
}
