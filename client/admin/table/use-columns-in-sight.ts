import { type RefObject, useEffect, useState } from "react";
import { columnsBetween } from "./grid-columns.ts";

/** Columns beside those in sight, so that a short way to the side finds them drawn. */
const BESIDE_PX = 240;

/**
 * The first and the last column that can be seen: only their cells are drawn. The scroller itself says
 * by `data-more` whether there are others behind the operations, which stay at its right.
 */
export function useColumnsInSight(
  scroller: RefObject<HTMLDivElement | null>,
  widths: readonly number[],
): { first: number; last: number } {
  const [sight, setSight] = useState({ first: 0, last: widths.length });
  const key = widths.join(" ");
  useEffect(() => {
    const box = scroller.current;
    if (!box) return;
    const all = key.split(" ").map(Number);
    const look = () => {
      const from = box.scrollLeft - BESIDE_PX;
      const next = columnsBetween(all, from, box.scrollLeft + box.clientWidth + BESIDE_PX);
      setSight((before) =>
        before.first === next.first && before.last === next.last ? before : next,
      );
      box.toggleAttribute("data-more", box.scrollLeft + box.clientWidth < box.scrollWidth - 1);
    };
    look();
    const watch = new ResizeObserver(look);
    watch.observe(box);
    box.addEventListener("scroll", look, { passive: true });
    return () => {
      watch.disconnect();
      box.removeEventListener("scroll", look);
    };
  }, [scroller, key]);
  return sight;
}
