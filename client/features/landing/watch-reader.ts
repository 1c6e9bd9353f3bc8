const SETTLED_MS = 120;

/** What the reader does to a carousel, as its state wants to know it. */
export type ReaderEvents = {
  hover: (inside: boolean) => void;
  focus: (inside: boolean) => void;
  /** A key inside the carousel; true when it was one of the carousel's. */
  press: (key: string) => boolean;
  /** The list is moved by hand. */
  grab: () => void;
  /** The list has come to rest, `left` pixels from its start. */
  settle: (left: number) => void;
};

/** Tells of pointer, focus, keys and scrolling. Returns what ends it. */
export function watchReader(
  root: HTMLElement,
  list: HTMLElement,
  events: ReaderEvents,
): () => void {
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
  root.addEventListener(
    "keydown",
    (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
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
