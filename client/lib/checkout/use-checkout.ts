import { useEffect, useRef, useState } from "react";
import { api } from "../api.ts";
import { type ReturnPaths, startCheckout } from "./start-checkout.ts";

type ShowError = (message: string) => void;

/**
 * Starts checkouts, one at a time, and says whether one is starting: a second click is ignored.
 * `back` is where the payment provider returns the buyer.
 */
export function useCheckout(back: ReturnPaths): {
  starting: boolean;
  start: (productIds: number[], showError: ShowError) => void;
} {
  const [starting, setStarting] = useState(false);
  // Two clicks of one moment both see the state as it was drawn.
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
    // While this window leaves, the button stays as it is.
    if (outcome !== "leaving") setRunning(false);
  }

  return { starting, start: (productIds, showError) => void start(productIds, showError) };
}

/** Runs `onReturn` when the visitor comes back to this very page, frozen as it was left. */
function useReturnFromCache(onReturn: () => void): void {
  useEffect(() => {
    const handle = (event: PageTransitionEvent) => {
      if (event.persisted) onReturn();
    };
    addEventListener("pageshow", handle);
    return () => removeEventListener("pageshow", handle);
  });
}
