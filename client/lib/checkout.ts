import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { CheckoutAnswer, CheckoutRequest } from "../../server/contract/checkout.ts";
import { payMessages } from "../../server/contract/messages.ts";
import { markOwned } from "../../server/contract/paths.ts";
import type { ReturnPaths } from "../../server/contract/checkout-paths.ts";
import { ApiError, readableMessage } from "./answer.ts";
import { api } from "./api.ts";
import { randomKey } from "./retry.ts";
import { arrival } from "./visits.ts";

export type CheckoutWindow = Pick<Window, "self" | "top" | "open" | "alert"> & {
  location: Pick<Location, "assign">;
};

type CheckoutStart = {
  productIds: number[];
  back: ReturnPaths;
  /** Email of the recipient of a gift. */
  giftTo?: string | undefined;
  window: CheckoutWindow;
  createCheckout: (request: CheckoutRequest, idempotencyKey: string) => Promise<CheckoutAnswer>;
  showError: (message: string) => void;
};

/**
 * Starts a checkout and opens the payment page, in a new tab when this page is framed. Must be
 * called in the click handler, or browsers block the tab. Resolves with `leaving` (this window
 * navigates), `opened` (in the new tab), `blocked` (popup blocked, an alert was shown) or `failed`
 * (`showError` was called).
 */
export async function startCheckout(
  start: CheckoutStart,
): Promise<"leaving" | "opened" | "blocked" | "failed"> {
  const { window } = start;
  const framed = window.self !== window.top;
  const tab = framed ? window.open("about:blank", "_blank") : null;
  if (framed && !tab) {
    window.alert(payMessages.popupBlocked);
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
  giftTo,
  createCheckout,
}: CheckoutStart): Promise<string> {
  const request: CheckoutRequest = {
    products: productIds.map((productId) => ({ productId, quantity: 1 })),
    ...back,
    ...(giftTo !== undefined && { giftTo }),
    ...(arrival && { source: arrival }),
  };
  const { checkoutUrl } = await createCheckout(request, randomKey());
  if (!checkoutUrl) throw new ApiError(payMessages.checkoutUrlMissing);
  return markOwned(checkoutUrl, request);
}

export type Checkout = ReturnType<typeof useCheckout>;

/** Starts one checkout at a time. `starting` is true until the payment page opens or it fails. */
export function useCheckout(back: ReturnPaths) {
  const [starting, setStarting] = useState(false);
  // A ref, because two clicks before the next render would see the same state.
  const running = useRef(false);
  const setRunning = (next: boolean) => {
    running.current = next;
    setStarting(next);
  };
  const onRestored = useEffectEvent(({ persisted }: PageTransitionEvent) => {
    if (persisted) setRunning(false);
  });
  useEffect(() => {
    const restore = (event: PageTransitionEvent) => onRestored(event);
    addEventListener("pageshow", restore);
    return () => removeEventListener("pageshow", restore);
  }, []);

  async function start(
    productIds: number[],
    showError: CheckoutStart["showError"],
    giftTo?: string,
  ) {
    if (running.current) return;
    setRunning(true);
    const { createCheckout } = api;
    const content = { productIds, back, giftTo };
    const outcome = await startCheckout({ ...content, window, createCheckout, showError });
    // The button stays disabled while this window navigates.
    if (outcome !== "leaving") setRunning(false);
  }

  return { back, starting, start };
}

/** `tabStorage` key of the message for the error page. */
export const CHECKOUT_ERROR_KEY = "checkoutError";
