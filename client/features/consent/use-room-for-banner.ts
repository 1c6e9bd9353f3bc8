import { type RefObject, useEffect } from "react";

const GAP_PX = 24;

/**
 * Makes room under the page while the banner stands over its foot: what gets the focus scrolls clear
 * of it, and the footer can be scrolled above it. A page that does not scroll is left alone, as a
 * scrollbar would move everything.
 */
export function useRoomForBanner(banner: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = banner.current;
    if (!element) return;
    const { documentElement: root, body } = document;
    const scrolls = root.scrollHeight > root.clientHeight;
    const observer = new ResizeObserver(() => {
      const room = `${element.offsetHeight + GAP_PX}px`;
      root.style.scrollPaddingBottom = room;
      if (scrolls) body.style.paddingBottom = room;
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      root.style.scrollPaddingBottom = "";
      body.style.paddingBottom = "";
    };
  }, [banner]);
}
