import { messages } from "../../../server/contract/messages.ts";
import type { Ownership } from "../../../server/contract/store.ts";
import type { OfferKind } from "../../content/funnel.ts";
import type { PageSource } from "../../lib/page-source.ts";
import { findOffer, type Offer } from "./offer-rules.ts";

/** What an offer page knows when it is shown; `order` is the paid order to go back to, if any. */
export type OfferState =
  { kind: "ready"; offer: Offer } | { kind: "failed"; message: string; order: Ownership["order"] };

type OfferQuery = {
  kind: OfferKind;
  originalId: string | undefined;
  upsellId?: string | undefined;
  sessionId?: string | undefined;
};

type Context = {
  source: Pick<PageSource, "listProducts" | "getOwnership">;
  report: (error: unknown) => void;
};

const NOTHING_OWNED: Ownership = { order: null, ownedIds: [] };
const ID = /^[1-9]\d{0,14}$/;

/** Loads an offer page; never rejects. What the visitor cannot help is reported to the owner. */
export async function loadOffer(
  { source, report }: Context,
  { kind, sessionId, ...query }: OfferQuery,
): Promise<OfferState> {
  const originalId = parseId(query.originalId);
  const upsellId = parseId(query.upsellId);
  if (originalId === undefined) {
    return { kind: "failed", message: messages.originalMissing, order: null };
  }
  const products = await source.listProducts().catch((error: unknown) => {
    report(error);
    return undefined;
  });
  const ownership = await source
    .getOwnership({
      originalId,
      otherIds: (products ?? []).map(({ id }) => id).filter((id) => id !== originalId),
      sessionId,
    })
    // The page works without it: the checkout itself charges nothing twice.
    .catch((error: unknown) => {
      report(error);
      return NOTHING_OWNED;
    });
  const product = products && findOffer(kind, products);
  if (!product) {
    return { kind: "failed", message: messages.offerFailed, order: ownership.order };
  }
  const find = (id: number | undefined) => products.find((candidate) => candidate.id === id);
  const original = find(originalId);
  return {
    kind: "ready",
    offer: { kind, product, originalId, original, upsell: find(upsellId), ownership },
  };
}

function parseId(text: string | undefined): number | undefined {
  return text !== undefined && ID.test(text) ? Number(text) : undefined;
}
