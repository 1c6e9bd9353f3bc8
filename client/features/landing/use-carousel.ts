import { type FocusEvent, useEffect, useEffectEvent, useReducer, useRef, useState } from "react";
import {
  AT_REST,
  changeMotion,
  indexAt,
  indexByKey,
  isForList,
  isMoving,
  nextIndex,
  previousIndex,
  runCarousel,
  STEP_PX,
} from "./carousel-logic.ts";

const ARRIVED_PX = 2;
const SETTLED_MS = 120;
const REDUCED_MOTION = "(prefers-reduced-motion: reduce)";

/** State and handlers of a carousel: spread `rootProps` on it and `listProps` on the scrolling list. */
export function useCarousel(count: number) {
  const root = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const current = useRef(0);
  // Target of a programmatic scroll; scroll positions on the way are ignored.
  const target = useRef<number>(undefined);
  const settling = useRef<ReturnType<typeof setTimeout>>(undefined);
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

  const settle = () => {
    const left = list.current?.scrollLeft ?? 0;
    if (target.current !== undefined && Math.abs(left - target.current) > ARRIVED_PX) return;
    target.current = undefined;
    current.current = indexAt(left, count);
    setIndex(current.current);
  };

  const advance = useEffectEvent(showNext);
  useEffect(() => {
    if (moving) return runCarousel(advance);
  }, [moving]);

  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const { altKey, ctrlKey, metaKey, shiftKey, defaultPrevented } = event;
    if (altKey || ctrlKey || metaKey || shiftKey || defaultPrevented || !list.current) return;
    const element = event.target instanceof Element ? event.target : undefined;
    const box = list.current.getBoundingClientRect();
    if (!isForList({ target: element, box }, window.innerHeight)) return;
    const wanted = indexByKey(event.key, current.current, count);
    if (wanted === undefined) return;
    show(wanted);
    event.preventDefault();
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => handleKey(event);
    document.addEventListener("keydown", onKeyDown);
    if (matchMedia(REDUCED_MOTION).matches) change({ type: "reduce" });
    // The page may have been hydrated under the pointer, or because of a focus.
    if (root.current?.matches(":hover")) change({ type: "hover", inside: true });
    if (root.current?.contains(document.activeElement)) change({ type: "focus", inside: true });
    return () => {
      document.removeEventListener("keydown", onKeyDown);
      clearTimeout(settling.current);
    };
  }, []);

  const stopScroll = () => (target.current = undefined);
  return {
    rootProps: {
      ref: root,
      onMouseEnter: () => change({ type: "hover", inside: true }),
      onMouseLeave: () => change({ type: "hover", inside: false }),
      onFocus: () => change({ type: "focus", inside: true }),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
        if (!currentTarget.contains(relatedTarget)) change({ type: "focus", inside: false });
      },
    },
    listProps: {
      ref: list,
      onPointerDown: stopScroll,
      onTouchStart: stopScroll,
      onWheel: stopScroll,
      onScroll: () => {
        clearTimeout(settling.current);
        settling.current = setTimeout(settle, SETTLED_MS);
      },
    },
    index,
    moving,
    playing: motion.playing,
    show,
    showNext,
    showPrevious,
    togglePlay: () => change({ type: "toggle" }),
  };
}
