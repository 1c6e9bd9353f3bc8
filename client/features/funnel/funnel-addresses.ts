import { cancelAddress, type OfferVisit } from "../../lib/checkout/offer-address.ts";
import { type ReturnPaths, SUCCESS_ROUTER } from "../../lib/checkout/start-checkout.ts";
import type { Offer } from "./offer-rules.ts";

/** Where the provider returns a buyer whose checkout started on an offer page. */
export function returnPathsOf(offer: Offer): ReturnPaths {
  return { successRouter: SUCCESS_ROUTER, cancelRouter: cancelAddress(visitOf(offer)) };
}

function visitOf({ kind, originalId, upsell }: Offer): OfferVisit {
  return { kind, originalId, upsellId: upsell?.id };
}
