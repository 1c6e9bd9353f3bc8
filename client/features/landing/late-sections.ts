import { showLateSections } from "../../lib/deferred-sections.ts";

/**
 * Has all of the page laid out in small steps, one section each time that the browser has nothing else
 * to do: all at once would keep a slow phone busy too long.
 */
export function showLateSectionsWhenIdle(): void {
  const waiting = [...document.querySelectorAll<HTMLElement>(".late")];
  const showNext = () => {
    const next = waiting.shift();
    if (!next) return showLateSections();
    next.style.contentVisibility = "visible";
    // Laid out in this very step, not together with the next one.
    next.getBoundingClientRect();
    whenIdle(showNext);
  };
  whenIdle(showNext);
}

function whenIdle(then: () => void): void {
  // Safari has no requestIdleCallback.
  if ("requestIdleCallback" in window) requestIdleCallback(then);
  else setTimeout(then);
}
