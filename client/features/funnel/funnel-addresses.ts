import { cancelAddress, type OfferVisit } from "../../lib/checkout/offer-address.ts";
import { type ReturnPaths, SUCCESS_ROUTER } from "../../lib/checkout/start-checkout.ts";
import { findForeignSession, type Offer } from "./offer-rules.ts";

/** Where the provider returns a buyer whose checkout started on an offer page. */
export function returnPathsOf(offer: Offer): ReturnPaths {
  return { successRouter: SUCCESS_ROUTER, cancelRouter: cancelAddress(visitOf(offer)) };
}

function visitOf(offer: Offer): OfferVisit {
  const { kind, originalId, upsell } = offer;
  return { kind, originalId, upsellId: upsell?.id, sessionId: findForeignSession(offer) };
}
