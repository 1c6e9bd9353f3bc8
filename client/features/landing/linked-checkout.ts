import { type RefObject, useEffect, useRef } from "react";
import { BUY_PARAM } from "../../../server/contract/paths.ts";

type Seen = {
  document: Pick<Document, "visibilityState" | "hasFocus"> & EventTarget;
  window: EventTarget;
};

/**
 * Calls `run` once when a person sees this page: at once, or when its tab is opened and has the
 * focus. A prerendered page and a tab in the background are hidden, and a program that only loads
 * the page has no focus. Returns a function that stops waiting.
 */
export function whenSeen(run: () => void, page: Seen): () => void {
  const stop = new AbortController();
  const check = () => {
    if (page.document.visibilityState !== "visible" || !page.document.hasFocus()) return;
    stop.abort();
    run();
  };
  const { signal } = stop;
  page.document.addEventListener("visibilitychange", check, { signal });
  page.window.addEventListener("focus", check, { signal });
  check();
  return () => stop.abort();
}

/**
 * Submits the form in an element if the page's link asks for the checkout (`?buy`), once per link:
 * the parameter is removed first, so that Back and Reload show the page. Returns the element's ref
 * (decision: buy-link).
 */
export function useLinkedCheckout(isWanted: boolean): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const start = () => {
      const url = new URL(window.location.href);
      if (!url.searchParams.has(BUY_PARAM)) return;
      url.searchParams.delete(BUY_PARAM);
      window.history.replaceState(window.history.state, "", url);
      element.current?.querySelector("form")?.requestSubmit();
    };
    return isWanted ? whenSeen(start, { document, window }) : undefined;
  }, [isWanted]);
  return element;
}
