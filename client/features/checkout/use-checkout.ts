import { useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { api } from "../../lib/api.ts";
import { startCheckout } from "./start-checkout.ts";

/** A checkout of the given products, and whether one is starting. A second click is ignored. */
export function useCheckout(productIds: number[]): { starting: boolean; start: () => void } {
  const router = useRouter();
  const [starting, setStarting] = useState(false);
  useReturnFromCache(() => setStarting(false));

  async function start(): Promise<void> {
    if (starting) return;
    setStarting(true);
    const outcome = await startCheckout({
      productIds,
      window,
      createCheckout: api.createCheckout,
      showError: (error) => void router.navigate({ to: "/checkout/error", search: { error } }),
    });
    // While this window leaves, the button stays as it is.
    if (outcome !== "leaving") setStarting(false);
  }

  return { starting, start: () => void start() };
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
