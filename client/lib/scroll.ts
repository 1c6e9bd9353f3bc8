export const PRICING_ID = "pricing";

/** Spec section 9: the wait after the return home, before the page scrolls to the packs. */
export const SCROLL_TO_PRICING_DELAY_MS = 100;

/** Scrolls to the pricing section, smoothly unless the reader asked for less motion. */
export function scrollToPricing(): void {
  const reduced = matchMedia("(prefers-reduced-motion: reduce)").matches;
  document
    .getElementById(PRICING_ID)
    ?.scrollIntoView({ behavior: reduced ? "instant" : "smooth", block: "start" });
}
