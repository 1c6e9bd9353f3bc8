import type { CheckoutRequest } from "./checkout.ts";

export const SUCCESS_ROUTER = "/checkout/success";
export const CANCEL_ROUTER = "/checkout/cancel";

/** Return paths after a completed or canceled payment. */
export type ReturnPaths = Pick<CheckoutRequest, "successRouter" | "cancelRouter">;

/** Parameters of an offer page: the original pack and the upsell accepted before, if any. */
export type OfferVisit = {
  kind: "upsell" | "upsell2" | "downsell";
  originalId: number;
  upsellId?: number | undefined;
  /** Session id of the paid order, for a browser without its cookie. */
  sessionId?: string | undefined;
};

export function offerPath({ kind, ...visit }: OfferVisit): string {
  if (kind !== "upsell") return `/${kind}?${queryOf(visit)}`;
  const { originalId, sessionId } = visit;
  return `/upsell/${originalId}${sessionId ? `?${new URLSearchParams({ sessionId })}` : ""}`;
}

/** Return path after canceling the payment of an offer. It identifies the offer. */
export function cancelPath(visit: OfferVisit): string {
  return `${CANCEL_ROUTER}?offer=${visit.kind}&${queryOf(visit)}`;
}

function queryOf({ originalId, upsellId, sessionId }: Omit<OfferVisit, "kind">): string {
  const accepted = upsellId === undefined ? "" : `&upsellProductId=${upsellId}`;
  const paid = sessionId ? `&${new URLSearchParams({ sessionId })}` : "";
  return `originalProductId=${originalId}${accepted}${paid}`;
}

export function orderPath(sessionId: string): string {
  return `${SUCCESS_ROUTER}?${new URLSearchParams({ sessionId })}`;
}
