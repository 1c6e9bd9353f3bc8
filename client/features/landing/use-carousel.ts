import { useEffect, useEffectEvent, useReducer, useRef, useState } from "react";
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

const SETTLED_MS = 120;

/** What the reader does to a carousel, as its state wants to know it. */
type ReaderEvents = {
  hover: (inside: boolean) => void;
  focus: (inside: boolean) => void;
  /** Handles a key while the list is in view. Returns true when the carousel used it. */
  press: (key: string) => boolean;
  /** The list is moved by hand. */
  grab: () => void;
  /** The list has come to rest, `left` pixels from its start. */
  settle: (left: number) => void;
};

/** Tells of pointer, focus, keys and scrolling. Returns what ends it. */
function watchReader(root: HTMLElement, list: HTMLElement, events: ReaderEvents): () => void {
  const watch = new AbortController();
  const quiet = { signal: watch.signal, passive: true };
  let settling: ReturnType<typeof setTimeout> | undefined;

  root.addEventListener("mouseenter", () => events.hover(true), quiet);
  root.addEventListener("mouseleave", () => events.hover(false), quiet);
  root.addEventListener("focusin", () => events.focus(true), quiet);
  root.addEventListener(
    "focusout",
    ({ relatedTarget }) => {
      if (!(relatedTarget instanceof Node && root.contains(relatedTarget))) events.focus(false);
    },
    quiet,
  );
  document.addEventListener(
    "keydown",
    (event) => {
      const { altKey, ctrlKey, metaKey, shiftKey, defaultPrevented } = event;
      if (altKey || ctrlKey || metaKey || shiftKey || defaultPrevented) return;
      const target = event.target instanceof Element ? event.target : undefined;
      if (!isForList({ target, box: list.getBoundingClientRect() }, window.innerHeight)) return;
      if (events.press(event.key)) event.preventDefault();
    },
    { signal: watch.signal },
  );
  for (const type of ["pointerdown", "touchstart", "wheel"]) {
    list.addEventListener(type, events.grab, quiet);
  }
  list.addEventListener(
    "scroll",
    () => {
      clearTimeout(settling);
      settling = setTimeout(() => events.settle(list.scrollLeft), SETTLED_MS);
    },
    quiet,
  );
  // The page may have become live under a pointer, or because of a focus.
  if (root.matches(":hover")) events.hover(true);
  if (root.contains(document.activeElement)) events.focus(true);

  return () => {
    watch.abort();
    clearTimeout(settling);
  };
}
