import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { createRoot } from "react-dom/client";
import { fill } from "../../server/contract/words.ts";
import { galleryWords as words } from "../content/gallery.ts";
import { directionSign } from "../lib/direction.ts";
import { Icon } from "./icons.tsx";

const LEFT = "m15 18-6-6 6-6";
const RIGHT = "m9 18 6-6-6-6";
const CROSS = "M18 6 6 18M6 6l12 12";
const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };

/** Opens the pictures of a list of links in a viewer, beginning with `opened`. */
export function viewPages(opened: HTMLAnchorElement): void {
  const links = [...(opened.closest("ul")?.querySelectorAll("a") ?? [opened])];
  const pages = links.map((link) => {
    return { src: link.href, alt: link.querySelector("img")?.alt ?? "" };
  });
  const place = document.body.appendChild(document.createElement("div"));
  const root = createRoot(place);
  const onClose = () => {
    root.unmount();
    place.remove();
  };
  root.render(<PageViewer pages={pages} first={links.indexOf(opened)} onClose={onClose} />);
}

type PageViewerProps = {
  pages: { src: string; alt: string }[];
  /** Index of the page to show first. */
  first: number;
  onClose: () => void;
};

/** Modal viewer: swipe, arrow keys or buttons change the page; the browser's pinch zooms. */
function PageViewer({ pages, first, onClose }: PageViewerProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const strip = useRef<HTMLUListElement>(null);
  const [shown, setShown] = useState(first);

  useEffect(() => {
    dialog.current?.showModal();
    showPage(strip.current, first, "instant");
  }, [first]);

  const show = (index: number) => showPage(strip.current, index, "auto");
  const onScroll = () => {
    const { scrollLeft = 0, clientWidth = 1 } = strip.current ?? {};
    setShown(Math.round((scrollLeft * directionSign()) / clientWidth));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined || event.altKey || event.metaKey || event.ctrlKey) return;
    event.preventDefault();
    show(shown + step * directionSign());
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys repeat its buttons
    <dialog
      ref={dialog}
      aria-label={words.name}
      onClose={onClose}
      onKeyDown={onKeyDown}
      className="m-0 h-dvh max-h-none w-screen max-w-none overscroll-contain bg-night text-night-ink open:flex open:flex-col"
    >
      <form method="dialog" className="flex items-center justify-between gap-2 px-2 py-1.5">
        <p role="status" className="px-2 text-sm tabular-nums">
          {fill(words.position, { page: shown + 1, count: pages.length })}
        </p>
        <span className="flex gap-1">
          <ViewerButton
            label={words.previous}
            drawing={LEFT}
            isOff={shown === 0}
            onClick={() => show(shown - 1)}
          />
          <ViewerButton
            label={words.next}
            drawing={RIGHT}
            isOff={shown === pages.length - 1}
            onClick={() => show(shown + 1)}
          />
          <ViewerButton label={words.close} drawing={CROSS} />
        </span>
      </form>
      <ul
        ref={strip}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls by keyboard
        tabIndex={0}
        onScroll={onScroll}
        className="flex min-h-0 flex-1 snap-x snap-mandatory overflow-x-auto overscroll-contain motion-safe:scroll-smooth"
      >
        {pages.map(({ src, alt }) => (
          <li key={src} className="flex w-full shrink-0 snap-start items-center justify-center p-2">
            <img
              src={src}
              alt={alt}
              loading="lazy"
              className="max-h-full max-w-full rounded-sheet bg-card object-contain"
            />
          </li>
        ))}
      </ul>
    </dialog>
  );
}

function showPage(strip: HTMLElement | null, index: number, behavior: ScrollBehavior): void {
  strip?.children[index]?.scrollIntoView({ behavior, block: "nearest", inline: "start" });
}

type ViewerButtonProps = {
  label: string;
  /** Path data of its icon. */
  drawing: string;
  isOff?: boolean;
  /** Without it, the button closes the dialog. */
  onClick?: () => void;
};

function ViewerButton({ label, drawing, isOff = false, onClick }: ViewerButtonProps) {
  return (
    <button
      type={onClick ? "button" : "submit"}
      aria-label={label}
      title={label}
      aria-disabled={isOff}
      onClick={onClick}
      className="flex size-11 items-center justify-center rounded-control hover:bg-ink-3 focus-visible:outline-sun aria-disabled:opacity-40"
    >
      <Icon className="size-6 rtl:-scale-x-100">
        <path d={drawing} />
      </Icon>
    </button>
  );
}
