/** Spec section 9: the way from one testimonial to the next, and the time each one stands. */
export const STEP_PX = 320;
const ADVANCE_MS = 4000;

/** The one after `index`; the first after the last. */
export function nextIndex(index: number, count: number): number {
  return (index + 1) % count;
}

/** The one before `index`; the last before the first. */
export function previousIndex(index: number, count: number): number {
  return (index + count - 1) % count;
}

/** Where an arrow key leads; undefined for every other key. */
export function indexByKey(key: string, index: number, count: number): number | undefined {
  if (key === "ArrowRight") return nextIndex(index, count);
  if (key === "ArrowLeft") return previousIndex(index, count);
  return undefined;
}

/** Elements with their own arrow keys. */
const HAS_ARROW_KEYS =
  "input, select, textarea, [contenteditable], [role=grid], [role=listbox], [role=menu], [role=tablist], [role=radiogroup], [role=slider]";

/**
 * Whether a key pressed at `target` moves the carousel: no other element handles it, and the list
 * (`box`, its rectangle in the window) is partly in view.
 */
export function isForList(
  { target, box }: { target: Pick<Element, "closest"> | undefined; box: Box },
  windowHeight: number,
): boolean {
  const isTaken = target?.closest(HAS_ARROW_KEYS) != null;
  return !isTaken && box.bottom > 0 && box.top < windowHeight;
}

type Box = Pick<DOMRect, "top" | "bottom">;

/** The testimonial that a list scrolled this far begins with. */
export function indexAt(scrollLeft: number, count: number): number {
  return Math.min(count - 1, Math.max(0, Math.round(scrollLeft / STEP_PX)));
}

/**
 * What decides whether the list moves by itself. `playing` is the button's state; `started` is that
 * it was pressed since the pointer or the focus came in, which counts for more than both.
 */
type Motion = { playing: boolean; hovered: boolean; focused: boolean; started: boolean };

export const AT_REST: Motion = { playing: true, hovered: false, focused: false, started: false };

export type MotionEvent =
  { type: "hover" | "focus"; inside: boolean } | { type: "press" } | { type: "reduce" };

/** The state after the reader did something, or asked for less motion. */
export function changeMotion(motion: Motion, event: MotionEvent): Motion {
  switch (event.type) {
    case "hover":
      return forget({ ...motion, hovered: event.inside });
    case "focus":
      return forget({ ...motion, focused: event.inside });
    case "press":
      return { ...motion, playing: !motion.playing, started: !motion.playing };
    case "reduce":
      return { ...motion, playing: false, started: false };
  }
}

/** A press on "Play" holds until the reader has left with both pointer and focus. */
function forget(motion: Motion): Motion {
  return { ...motion, started: motion.started && (motion.hovered || motion.focused) };
}

/** Whether the list moves on by itself. */
export function isMoving({ playing, hovered, focused, started }: Motion): boolean {
  return playing && (started || (!hovered && !focused));
}

/** Calls `advance` every four seconds. Returns what stops it. */
export function runCarousel(advance: () => void): () => void {
  const timer = setInterval(advance, ADVANCE_MS);
  return () => clearInterval(timer);
}
