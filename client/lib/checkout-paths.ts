import type { CheckoutRequest } from "../../server/contract/checkout.ts";

export const SUCCESS_ROUTER = "/checkout/success";
export const CANCEL_ROUTER = "/checkout/cancel";

/** Paths to which the payment provider returns the buyer. */
export type ReturnPaths = Pick<CheckoutRequest, "successRouter" | "cancelRouter">;

/** An offer after a purchase, with the pack that led to it and the extra accepted before it. */
export type OfferVisit = {
  kind: "upsell" | "upsell2" | "downsell";
  originalId: number;
  upsellId?: number | undefined;
  /** The paid order, for a browser that lost its cookie. */
  sessionId?: string | undefined;
};

const ID = /^[1-9]\d{0,14}$/;

/** Parses a product id of a URL; undefined when it is none. */
export function parseProductId(text: string | undefined): number | undefined {
  return text !== undefined && ID.test(text) ? Number(text) : undefined;
}

export function offerPath({ kind, ...visit }: OfferVisit): string {
  if (kind !== "upsell") return `/${kind}?${queryOf(visit)}`;
  const { originalId, sessionId } = visit;
  return `/upsell/${originalId}${sessionId ? `?${new URLSearchParams({ sessionId })}` : ""}`;
}

/** Path to which a cancelled payment of an offer returns; it names the offer. */
export function cancelPath(visit: OfferVisit): string {
  return `${CANCEL_ROUTER}?offer=${visit.kind}&${queryOf(visit)}`;
}

type CancelSearch = {
  offer?: string | undefined;
  originalProductId?: string | undefined;
  upsellProductId?: string | undefined;
  sessionId?: string | undefined;
};

/** The offer that a cancelled payment belongs to; undefined when the URL names none. */
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

export function orderPath(sessionId: string): string {
  return `${SUCCESS_ROUTER}?${new URLSearchParams({ sessionId })}`;
}
