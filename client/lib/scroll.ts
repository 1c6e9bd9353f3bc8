export const PRICING_ID = "pricing";

/** Spec section 9: the wait after the return home, before the page scrolls to the packs. */
export const SCROLL_TO_PRICING_DELAY_MS = 100;

/** Brings the reader to the pricing section, smoothly unless less motion was asked for. */
export function scrollToPricing(): void {
  const section = document.getElementById(PRICING_ID);
  if (!section) return;
  const reduced = matchMedia("(prefers-reduced-motion: reduce)").matches;
  section.scrollIntoView({ behavior: reduced ? "instant" : "smooth", block: "start" });
  section.tabIndex = -1;
  section.focus({ preventScroll: true });
}
