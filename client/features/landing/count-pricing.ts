import { countStep } from "../../lib/visits.ts";

let isCounted = false;

/** Ref callback that counts, once per document, when the prices reach the middle of the window. */
export function countPricing(section: Element | null): (() => void) | undefined {
  if (!section) return undefined;
  const observer = new IntersectionObserver(
    (entries) => {
      if (isCounted || !entries.some(({ isIntersecting }) => isIntersecting)) return;
      isCounted = true;
      countStep("pricing");
    },
    { rootMargin: "-50% 0px" },
  );
  observer.observe(section);
  return () => observer.disconnect();
}
