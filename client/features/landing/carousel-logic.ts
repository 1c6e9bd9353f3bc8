/** Distance between testimonials and time between them (spec section 9). */
export const STEP_PX = 320;
const ADVANCE_MS = 4000;

export function nextIndex(index: number, count: number): number {
  return (index + 1) % count;
}

export function previousIndex(index: number, count: number): number {
  return (index + count - 1) % count;
}

/** The index after an arrow key; undefined for other keys. */
export function indexByKey(key: string, index: number, count: number): number | undefined {
  if (key === "ArrowRight") return nextIndex(index, count);
  if (key === "ArrowLeft") return previousIndex(index, count);
  return undefined;
}

/** Elements with their own arrow keys. */
const HAS_ARROW_KEYS =
  "input, select, textarea, [contenteditable], [role=grid], [role=listbox], [role=menu], [role=tablist], [role=radiogroup], [role=slider]";

/** Whether a key moves the carousel: no other element handles it, and the list is partly in view. */
export function isForList(
  { target, box }: { target: Pick<Element, "closest"> | undefined; box: Box },
  windowHeight: number,
): boolean {
  const isTaken = target?.closest(HAS_ARROW_KEYS) != null;
  return !isTaken && box.bottom > 0 && box.top < windowHeight;
}

type Box = Pick<DOMRect, "top" | "bottom">;

/** The first testimonial in view at a scroll position. */
export function indexAt(scrollLeft: number, count: number): number {
  return Math.min(count - 1, Math.max(0, Math.round(scrollLeft / STEP_PX)));
}

/**
 * Whether the list moves by itself. `playing` is the button's state; `started` is true once it was
 * clicked since the pointer or the focus entered, and overrides both.
 */
type Motion = { playing: boolean; hovered: boolean; focused: boolean; started: boolean };

export const AT_REST: Motion = { playing: true, hovered: false, focused: false, started: false };

export type MotionEvent =
  { type: "hover" | "focus"; inside: boolean } | { type: "toggle" } | { type: "reduce" };

export function changeMotion(motion: Motion, event: MotionEvent): Motion {
  switch (event.type) {
    case "hover":
      return resetStarted({ ...motion, hovered: event.inside });
    case "focus":
      return resetStarted({ ...motion, focused: event.inside });
    case "toggle":
      return { ...motion, playing: !motion.playing, started: !motion.playing };
    case "reduce":
      return { ...motion, playing: false, started: false };
  }
}

/** A click on "Play" counts until both pointer and focus have left. */
function resetStarted(motion: Motion): Motion {
  return { ...motion, started: motion.started && (motion.hovered || motion.focused) };
}

export function isMoving({ playing, hovered, focused, started }: Motion): boolean {
  return playing && (started || (!hovered && !focused));
}

/** Calls `advance` every four seconds; returns the call that stops it. */
export function runCarousel(advance: () => void): () => void {
  const timer = setInterval(advance, ADVANCE_MS);
  return () => clearInterval(timer);
}
