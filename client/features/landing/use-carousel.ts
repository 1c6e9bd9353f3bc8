import { useEffect, useEffectEvent, useReducer, useRef, useState } from "react";
import {
  AT_REST,
  changeMotion,
  indexAt,
  indexByKey,
  isMoving,
  nextIndex,
  previousIndex,
  runCarousel,
  STEP_PX,
} from "./carousel-logic.ts";
import { watchReader } from "./watch-reader.ts";

const ARRIVED_PX = 2;
const REDUCED_MOTION = "(prefers-reduced-motion: reduce)";

/**
 * The state of a carousel of `count` entries, and what its buttons do. `root` goes around all of
 * it, `list` is what scrolls.
 */
export function useCarousel(count: number) {
  const root = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const current = useRef(0);
  // Where the program is scrolling to; on the way there the position says nothing.
  const target = useRef<number>(undefined);
  const [index, setIndex] = useState(0);
  const [motion, change] = useReducer(changeMotion, AT_REST);
  const moving = isMoving(motion);

  const show = (wanted: number) => {
    current.current = wanted;
    target.current = wanted * STEP_PX;
    setIndex(wanted);
    const behavior = matchMedia(REDUCED_MOTION).matches ? "instant" : "smooth";
    list.current?.scrollTo({ left: target.current, behavior });
  };
  const showNext = () => show(nextIndex(current.current, count));
  const showPrevious = () => show(previousIndex(current.current, count));

  const advance = useEffectEvent(showNext);
  useEffect(() => {
    if (moving) return runCarousel(advance);
  }, [moving]);

  const pressKey = useEffectEvent((key: string) => {
    const wanted = indexByKey(key, current.current, count);
    if (wanted !== undefined) show(wanted);
    return wanted !== undefined;
  });
  const settle = useEffectEvent((left: number) => {
    if (target.current !== undefined && Math.abs(left - target.current) > ARRIVED_PX) return;
    target.current = undefined;
    current.current = indexAt(left, count);
    setIndex(current.current);
  });
  useEffect(() => {
    if (matchMedia(REDUCED_MOTION).matches) change({ type: "reduce" });
    if (!root.current || !list.current) return;
    return watchReader(root.current, list.current, {
      hover: (inside) => change({ type: "hover", inside }),
      focus: (inside) => change({ type: "focus", inside }),
      press: pressKey,
      grab: () => (target.current = undefined),
      settle,
    });
  }, []);

  const togglePlay = () => change({ type: "press" });
  return {
    root,
    list,
    index,
    moving,
    playing: motion.playing,
    show,
    showNext,
    showPrevious,
    togglePlay,
  };
}
