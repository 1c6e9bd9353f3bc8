export const PRICING_ID = "pricing";

/** Delay between opening the home page and scrolling to the packs. */
export const SCROLL_TO_PRICING_DELAY_MS = 100;

/** Scrolls to the pricing section, smoothly unless the reader prefers reduced motion. */
export function scrollToPricing(): void {
  const section = document.getElementById(PRICING_ID);
  if (!section) return;
  const reduced = matchMedia("(prefers-reduced-motion: reduce)").matches;
  section.tabIndex = -1;
  // Focus before scrolling: it forces the layout of all sections, so that the target does not move.
  section.focus({ preventScroll: true });
  section.scrollIntoView({ behavior: reduced ? "instant" : "smooth", block: "start" });
}
