import type { CheckoutAnswer, CheckoutRequest } from "../../../server/contract/checkout.ts";
import { messages } from "../../../server/contract/messages.ts";
import { markOwned } from "../../../server/contract/owned-page.ts";
import { ApiError } from "../answer.ts";
import { readableMessage } from "../readable-error.ts";

export const SUCCESS_ROUTER = "/checkout/success";
export const CANCEL_ROUTER = "/checkout/cancel";

/** Where the payment provider returns the buyer: paths of this site. */
export type ReturnPaths = Pick<CheckoutRequest, "successRouter" | "cancelRouter">;

/** The part of `window` that a checkout touches. */
export type CheckoutWindow = Pick<Window, "self" | "top" | "open" | "alert"> & {
  location: Pick<Location, "assign">;
};

export type CheckoutStart = {
  productIds: number[];
  back: ReturnPaths;
  window: CheckoutWindow;
  createCheckout: (request: CheckoutRequest, idempotencyKey: string) => Promise<CheckoutAnswer>;
  /** Shows a failure's text, which is written for the visitor. */
  showError: (message: string) => void;
};

/**
 * Starts a checkout and sends the visitor to the pay page: this window, or a new tab when the page
 * stands in a frame. Must be called straight from the click, or browsers block the tab.
 *
 * Resolves with what became of it: `leaving` (this window is on its way), `opened` (in the tab),
 * `blocked` (no tab; the visitor was told) or `failed` (`showError` was called).
 */
export async function startCheckout(
  start: CheckoutStart,
): Promise<"leaving" | "opened" | "blocked" | "failed"> {
  const { window } = start;
  const framed = window.self !== window.top;
  const tab = framed ? window.open("about:blank", "_blank") : null;
  if (framed && !tab) {
    window.alert(messages.popupBlocked);
    return "blocked";
  }
  try {
    const checkoutUrl = await requestCheckoutUrl(start);
    if (!tab) {
      window.location.assign(checkoutUrl);
      return "leaving";
    }
    tab.opener = null;
    tab.location.href = checkoutUrl;
    return "opened";
  } catch (error) {
    tab?.close();
    start.showError(readableMessage(error));
    return "failed";
  }
}

async function requestCheckoutUrl({
  productIds,
  back,
  createCheckout,
}: CheckoutStart): Promise<string> {
  const request: CheckoutRequest = {
    products: productIds.map((productId) => ({ productId, quantity: 1 })),
    ...back,
  };
  const { checkoutUrl } = await createCheckout(request, newIdempotencyKey());
  if (!checkoutUrl) throw new ApiError(messages.checkoutUrlMissing);
  return markOwned(checkoutUrl, back.successRouter);
}

/** Random enough never to repeat. `crypto.randomUUID` is missing on plain-http origins. */
function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
