import { useEffect, useRef, useState } from "react";
import type { CheckoutAnswer, CheckoutRequest } from "../../server/contract/checkout.ts";
import { payMessages } from "../../server/contract/messages.ts";
import { markOwned } from "../../server/contract/paths.ts";
import type { ReturnPaths } from "./checkout-paths.ts";
import { ApiError } from "./answer.ts";
import { api } from "./api.ts";
import { randomKey } from "./random-key.ts";
import { readableMessage } from "./readable-error.ts";

export type CheckoutWindow = Pick<Window, "self" | "top" | "open" | "alert"> & {
  location: Pick<Location, "assign">;
};

type CheckoutStart = {
  productIds: number[];
  back: ReturnPaths;
  window: CheckoutWindow;
  createCheckout: (request: CheckoutRequest, idempotencyKey: string) => Promise<CheckoutAnswer>;
  showError: (message: string) => void;
};

/**
 * Starts a checkout and opens the payment page: in this window, or in a new tab when this page is in a
 * frame. Must be called in the click handler, or browsers block the tab.
 *
 * Resolves with `leaving` (this window is navigating), `opened` (in the tab), `blocked` (no tab, an alert
 * was shown) or `failed` (`showError` was called).
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
  createCheckout,
}: CheckoutStart): Promise<string> {
  const request: CheckoutRequest = {
    products: productIds.map((productId) => ({ productId, quantity: 1 })),
    ...back,
  };
  const { checkoutUrl } = await createCheckout(request, randomKey());
  if (!checkoutUrl) throw new ApiError(payMessages.checkoutUrlMissing);
  return markOwned(checkoutUrl, back.successRouter);
}

type ShowError = (message: string) => void;

export type Checkout = {
  back: ReturnPaths;
  /** A second click is ignored meanwhile. */
  starting: boolean;
  start: (productIds: number[], showError: ShowError) => void;
};

/** Starts checkouts, one at a time. */
export function useCheckout(back: ReturnPaths): Checkout {
  const [starting, setStarting] = useState(false);
  // Two clicks before the next render see the same state.
  const running = useRef(false);
  useReturnFromCache(() => setRunning(false));

  function setRunning(next: boolean): void {
    running.current = next;
    setStarting(next);
  }

  async function start(productIds: number[], showError: ShowError): Promise<void> {
    if (running.current) return;
    setRunning(true);
    const outcome = await startCheckout({
      productIds,
      back,
      window,
      createCheckout: api.createCheckout,
      showError,
    });
    // The button stays disabled while this window navigates.
    if (outcome !== "leaving") setRunning(false);
  }

  return { back, starting, start: (productIds, showError) => void start(productIds, showError) };
}

/** Runs `onReturn` when the page is restored from the back/forward cache. */
function useReturnFromCache(onReturn: () => void): void {
  useEffect(() => {
    const handle = (event: PageTransitionEvent) => {
      if (event.persisted) onReturn();
    };
    addEventListener("pageshow", handle);
    return () => removeEventListener("pageshow", handle);
  });
}

const CHECKOUT_ERROR_KEY = "checkoutError";

/** Stores the text for the error page; false when the browser stores nothing. */
export function storeCheckoutError(
  window: Pick<Window, "sessionStorage">,
  message: string,
): boolean {
  try {
    window.sessionStorage.setItem(CHECKOUT_ERROR_KEY, message);
    return true;
  } catch {
    return false;
  }
}

/** Reads and removes the stored text; undefined when there is none. */
export function takeCheckoutError(window: Pick<Window, "sessionStorage">): string | undefined {
  try {
    const message = window.sessionStorage.getItem(CHECKOUT_ERROR_KEY);
    window.sessionStorage.removeItem(CHECKOUT_ERROR_KEY);
    return message || undefined;
  } catch {
    return undefined;
  }
}
