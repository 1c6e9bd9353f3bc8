import { type FocusEvent, useEffect, useEffectEvent, useReducer, useRef, useState } from "react";
import { directionSign } from "../../lib/direction.ts";

// Scroll distance and interval per testimonial.
const STEP_PX = 320;
const ADVANCE_MS = 4000;

const ARRIVED_PX = 2;
const SETTLED_MS = 120;
const REDUCED_MOTION = "(prefers-reduced-motion: reduce)";
const KEY_STEPS = new Map([
  ["ArrowRight", 1],
  ["ArrowLeft", -1],
]);
/** Selector of elements that handle arrow keys themselves. */
const HAS_ARROW_KEYS =
  "input, select, textarea, [contenteditable], [role=grid], [role=listbox], [role=menu], [role=tablist], [role=radiogroup], [role=slider]";

/** Returns the index `step` places further, wrapping around at both ends. */
export function indexAfter(index: number, step: number, count: number): number {
  return (index + step + count) % count;
}

/** Returns the index of the first visible testimonial at a distance from the start of the list. */
export function indexAt(distance: number, count: number): number {
  return Math.min(count - 1, Math.max(0, Math.round(distance / STEP_PX)));
}

type KeyPress = {
  target: Pick<Element, "closest"> | undefined;
  box: Pick<DOMRect, "top" | "bottom">;
};

/** Whether a key moves the carousel: no other element handles it, and the list is partly in view. */
export function isForList({ target, box }: KeyPress, windowHeight: number): boolean {
  const isTaken = target?.closest(HAS_ARROW_KEYS) != null;
  return !isTaken && box.bottom > 0 && box.top < windowHeight;
}

/**
 * Autoplay state. `playing` is the state of the play/pause button. Hover and focus pause the
 * carousel unless `started`, which is set by clicking "Play" while hovered or focused.
 */
type Motion = { playing: boolean; hovered: boolean; focused: boolean; started: boolean };

export const AT_REST: Motion = { playing: true, hovered: false, focused: false, started: false };

export type MotionEvent = { hovered: boolean } | { focused: boolean } | "toggle" | "reduce";

export function changeMotion(motion: Motion, event: MotionEvent): Motion {
  if (event === "reduce") return { ...motion, playing: false, started: false };
  if (event === "toggle") return { ...motion, playing: !motion.playing, started: !motion.playing };
  const next = { ...motion, ...event };
  // A click on "Play" overrides the pause until pointer and focus have both left.
  return { ...next, started: next.started && (next.hovered || next.focused) };
}

export function isMoving({ playing, hovered, focused, started }: Motion): boolean {
  return playing && (started || (!hovered && !focused));
}

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
    list.current?.scrollTo({ left: target.current * directionSign(), behavior });
  };
  const move = (step: number) => show(indexAfter(current.current, step, count));

  const settle = () => {
    const distance = (list.current?.scrollLeft ?? 0) * directionSign();
    if (target.current !== undefined && Math.abs(distance - target.current) > ARRIVED_PX) return;
    target.current = undefined;
    current.current = indexAt(distance, count);
    setIndex(current.current);
  };

  const advance = useEffectEvent(() => move(1));
  useEffect(() => {
    if (!moving) return;
    const timer = setInterval(() => advance(), ADVANCE_MS);
    return () => clearInterval(timer);
  }, [moving]);

  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const { altKey, ctrlKey, metaKey, shiftKey, defaultPrevented } = event;
    const step = KEY_STEPS.get(event.key);
    if (altKey || ctrlKey || metaKey || shiftKey || defaultPrevented) return;
    if (step === undefined || !list.current) return;
    const element = event.target instanceof Element ? event.target : undefined;
    const box = list.current.getBoundingClientRect();
    if (!isForList({ target: element, box }, window.innerHeight)) return;
    move(step * directionSign());
    event.preventDefault();
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => handleKey(event);
    document.addEventListener("keydown", onKeyDown);
    if (matchMedia(REDUCED_MOTION).matches) change("reduce");
    // The pointer or the focus may have entered before hydration.
    if (root.current?.matches(":hover")) change({ hovered: true });
    if (root.current?.contains(document.activeElement)) change({ focused: true });
    return () => {
      document.removeEventListener("keydown", onKeyDown);
      clearTimeout(settling.current);
    };
  }, []);

  const stopScroll = () => (target.current = undefined);
  return {
    rootProps: {
      ref: root,
      onMouseEnter: () => change({ hovered: true }),
      onMouseLeave: () => change({ hovered: false }),
      onFocus: () => change({ focused: true }),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
        if (!currentTarget.contains(relatedTarget)) change({ focused: false });
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
    move,
    togglePlay: () => change("toggle"),
  };
}
