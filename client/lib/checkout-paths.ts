import { CANCEL_ROUTER } from "./start-checkout.ts";

/** An offer after a purchase: which one, the pack that led to it, and the extra accepted before it. */
export type OfferVisit = {
  kind: "upsell" | "upsell2" | "downsell";
  originalId: number;
  upsellId?: number | undefined;
  /** Names the paid order where nothing else does: for a browser that lost its cookie. */
  sessionId?: string | undefined;
};

const ID = /^[1-9]\d{0,14}$/;

/** A product's id in an address; undefined for everything else. */
export function parseProductId(text: string | undefined): number | undefined {
  return text !== undefined && ID.test(text) ? Number(text) : undefined;
}

/** The page of an offer. */
export function offerAddress({ kind, ...visit }: OfferVisit): string {
  if (kind !== "upsell") return `/${kind}?${queryOf(visit)}`;
  const { originalId, sessionId } = visit;
  return `/upsell/${originalId}${sessionId ? `?${new URLSearchParams({ sessionId })}` : ""}`;
}

/** Where the provider returns who cancels the payment of an offer: the page then knows the way back. */
export function cancelAddress(visit: OfferVisit): string {
  return `${CANCEL_ROUTER}?offer=${visit.kind}&${queryOf(visit)}`;
}

export type CancelSearch = {
  offer?: string | undefined;
  originalProductId?: string | undefined;
  upsellProductId?: string | undefined;
  sessionId?: string | undefined;
};

/** The offer that a cancelled payment belongs to; undefined when its address names none. */
export function findCancelledOffer(search: CancelSearch): OfferVisit | undefined {
  const { offer: kind } = search;
  const originalId = parseProductId(search.originalProductId);
  if (originalId === undefined || (kind !== "upsell2" && kind !== "downsell")) return undefined;
  const { sessionId } = search;
  return { kind, originalId, upsellId: parseProductId(search.upsellProductId), sessionId };
}

function queryOf({ originalId, upsellId, sessionId }: Omit<OfferVisit, "kind">): string {
  const accepted = upsellId === undefined ? "" : `&upsellProductId=${upsellId}`;
  const paid = sessionId ? `&${new URLSearchParams({ sessionId })}` : "";
  return `originalProductId=${originalId}${accepted}${paid}`;
}
