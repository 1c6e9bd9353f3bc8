import type { Ownership, Product } from "../contract/answers.ts";
import { payMessages } from "../contract/messages.ts";
import { offerPath, orderPath } from "../contract/checkout-paths.ts";
import { OFFER_KINDS, type OfferKind } from "../contract/offer-names.ts";
import { Redirect } from "../contract/pages.ts";
import {
  findOfferFor,
  type OfferPurchase,
  offerSource,
  type OfferSource,
} from "../domain/orders/offers.ts";
import { getOwnership } from "../domain/orders/ownership.ts";
import { discountCodeOf } from "../http/visitor.ts";
import { isWithin } from "../http/rate-limits.ts";
import { type PageLoad, visitOf, visitorOf, withFallback } from "./page-load.ts";

export type Offer = OfferPurchase & {
  kind: OfferKind;
  product: Product;
  /** Offer after a yes, and after a no; undefined where the payment or the order follows. */
  accepted?: OfferKind | undefined;
  declined?: OfferKind | undefined;
  /** Whether it is one of two offers in a row. */
  isOneOfTwo: boolean;
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

/** Loads an offer and reports errors. If it has no product, redirects the buyer of an order. */
async function loadOffer(
  load: PageLoad,
  { kind, original, upsell }: OfferQuery,
): Promise<OfferState> {
  const originalId = readProductId(original);
  if (originalId === undefined) {
    return { kind: "failed", message: payMessages.originalMissing, order: null, retryable: false };
  }
  const source = await withFallback(load, () => load.read<OfferSource>(offerSource), undefined);
  const otherIds = (source?.products ?? []).map(({ id }) => id).filter((id) => id !== originalId);
  // Ownership is optional here: the checkout itself prevents duplicate purchases.
  const ownership = await withFallback(
    load,
    () => readOwnership(load, { originalId, otherIds }),
    NOTHING_OWNED,
  );
  const { order } = ownership;
  if (!source) return offerFailed(order);
  const facts = { ...source, kind, originalId, upsellId: readProductId(upsell), ownership };
  const state = offerOf(facts);
  if (state.kind === "failed" && order) throw new Redirect(pathWithoutOffer(facts, order));
  return state;
}

type OfferFacts = OfferSource &
  Pick<Offer, "kind" | "originalId" | "ownership"> & { upsellId?: number | undefined };

/** Finds the products of an offer, with the visitor's prices. */
export function offerOf(facts: OfferFacts): OfferState {
  const { kind, ownership } = facts;
  const source = { ...facts, products: pricedFor(facts) };
  const purchase = purchaseOf(source);
  const product = findOfferFor(kind, source, purchase);
  // After a purchase, show the offer even if the purchased pack is no longer on sale.
  if (!product || !(purchase.original || ownership.order)) return offerFailed(ownership.order);
  const isFirst = kind === "upsell";
  const follows = (next: OfferKind, upsell?: Product) =>
    isFirst && findOfferFor(next, source, { ...purchase, upsell }) ? next : undefined;
  const accepted = follows("upsell2", product);
  const declined = follows("downsell");
  const { upsell: _, ...bought } = purchase;
  const isOneOfTwo = isFirst
    ? (accepted ?? declined) !== undefined
    : findOfferFor("upsell", source, bought) !== undefined;
  return {
    kind: "ready",
    offer: { ...purchase, kind, product, accepted, declined, isOneOfTwo, ownership },
  };
}

function pricedFor({ products, ownership: { prices } }: OfferFacts): Product[] {
  return products.map((product) => ({ ...product, price: prices?.[product.id] ?? product.price }));
}

function purchaseOf({ products, originalId, upsellId }: OfferFacts): OfferPurchase {
  const find = (wanted: number | undefined) => products.find(({ id }) => id === wanted);
  return { originalId, original: find(originalId), upsell: find(upsellId) };
}

function offerFailed(order: Ownership["order"]): OfferState {
  return { kind: "failed", message: payMessages.offerFailed, order, retryable: true };
}

/** Returns the next page for a buyer whose offer has no product: another offer, or the order. */
export function pathWithoutOffer(
  facts: OfferFacts,
  { sessionId, recognised }: NonNullable<Ownership["order"]>,
): string {
  const { upsell, ...bought } = purchaseOf(facts);
  const next = offersAfter(facts.kind, { isAccepted: upsell !== undefined });
  const kind = next.find((each) => findOfferFor(each, facts, bought));
  if (!kind) return orderPath(sessionId);
  const { originalId } = bought;
  return offerPath({ kind, originalId, sessionId: recognised ? undefined : sessionId });
}

/** `isAccepted`: the buyer has said yes to the first offer and has not paid it yet. */
function offersAfter(kind: OfferKind, { isAccepted }: { isAccepted: boolean }): OfferKind[] {
  if (kind === "upsell") return ["upsell2", "downsell"];
  if (kind === "downsell") return [];
  // Without a second offer, the page of the first one starts the payment.
  return isAccepted ? ["upsell"] : ["downsell"];
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

type CancelledOffer = Pick<Offer, "kind" | "originalId"> & {
  upsellId: number | undefined;
  sessionId: string | undefined;
};

/** Returns the offer whose payment was canceled, from the URL; undefined for other payments. */
export function findCancelledOffer(search: PageLoad["search"]): CancelledOffer | undefined {
  const { offer, sessionId } = search;
  const kind = OFFER_KINDS.find((each) => each === offer);
  const originalId = readProductId(search["originalProductId"]);
  if (originalId === undefined || kind === undefined) return undefined;
  return { kind, originalId, upsellId: readProductId(search["upsellProductId"]), sessionId };
}

const ID = /^[1-9]\d{0,14}$/;

/** Parses a product id from a URL; undefined when invalid. */
export function readProductId(text: string | undefined): number | undefined {
  return text !== undefined && ID.test(text) ? Number(text) : undefined;
}
