import { payMessages } from "../../../server/contract/messages.ts";
import type { Ownership, Product } from "../../../server/contract/answers.ts";
import type { PageSource } from "../../../server/contract/page-source.ts";
import type { OfferKind } from "../../../server/contract/offer-names.ts";
import { pageWords } from "../../content/pages.ts";
import { parseProductId } from "../../lib/checkout-paths.ts";
import { withFallback } from "../../lib/page-errors.ts";
import { findOffer, type Offer } from "./offer-rules.ts";

/** State of an offer page; `order` is the paid order, if any. */
export type OfferState =
  | { kind: "ready"; offer: Offer }
  | { kind: "failed"; message: string; order: Ownership["order"]; retryable: boolean };

type OfferQuery = {
  kind: OfferKind;
  originalId: string | undefined;
  upsellId?: string | undefined;
  sessionId?: string | undefined;
};

type OfferContext = {
  source: Pick<PageSource, "listProducts" | "getOwnership">;
  report: (error: unknown) => void;
};

const NOTHING_OWNED: Ownership = { order: null, owned: [] };

/** Title of an offer page that failed to load; undefined otherwise. */
export function offerTitle(loaded: unknown): string | undefined {
  const failed = (loaded as OfferState | undefined)?.kind === "failed";
  return failed ? pageWords.failure.title : undefined;
}

export function orderOf(state: OfferState): Ownership["order"] {
  return state.kind === "ready" ? state.offer.ownership.order : state.order;
}

/** Loads an offer; never rejects, reports errors. */
export async function loadOffer(
  { source, report }: OfferContext,
  { kind, sessionId, ...query }: OfferQuery,
): Promise<OfferState> {
  const originalId = parseProductId(query.originalId);
  const upsellId = parseProductId(query.upsellId);
  if (originalId === undefined) {
    return { kind: "failed", message: payMessages.originalMissing, order: null, retryable: false };
  }
  const products = await withFallback(source.listProducts(), undefined, report);
  const otherIds = (products ?? []).map(({ id }) => id).filter((id) => id !== originalId);
  const question = { originalId, otherIds, sessionId };
  // Ownership is optional here: the checkout itself prevents duplicate purchases.
  const ownership = await withFallback(source.getOwnership(question), NOTHING_OWNED, report);
  const priced = (product: Product | undefined) =>
    product && { ...product, price: ownership.prices?.[product.id] ?? product.price };
  const product = products && priced(findOffer(kind, products));
  const find = (id: number | undefined) => priced(products?.find((each) => each.id === id));
  const original = find(originalId);
  // After a purchase, show the offer even if the purchased pack is no longer on sale.
  if (!product || !(original || ownership.order)) {
    const { order } = ownership;
    return { kind: "failed", message: payMessages.offerFailed, order, retryable: true };
  }
  const offer = { kind, product, originalId, original, upsell: find(upsellId), ownership };
  return { kind: "ready", offer };
}
