import {
  CANCEL_ROUTER,
  type ReturnPaths,
  SUCCESS_ROUTER,
} from "../../lib/checkout/start-checkout.ts";

/** Where the provider returns a buyer whose checkout started on an offer page. */
export const AFTER_OFFERS: ReturnPaths = {
  successRouter: SUCCESS_ROUTER,
  cancelRouter: CANCEL_ROUTER,
};

/** The page of a paid order. */
export function orderAddress(sessionId: string): string {
  return `${SUCCESS_ROUTER}?${new URLSearchParams({ sessionId })}`;
}
