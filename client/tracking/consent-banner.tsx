import { type RefObject, useEffect, useId, useRef, useState } from "react";
import { Button } from "../components/button.tsx";
import { consentWords as words } from "../content/consent.ts";
import type { Category, Choice } from "./consent.ts";

type ConsentBannerProps = {
  /** Previous decision, if any. */
  choice: Choice | undefined;
  gpc: boolean;
  /** Whether the visitor opened the banner. If so, it takes the focus and shows the checkboxes. */
  reopened: boolean;
  decide: (choice: Choice) => void;
  /** Closes the banner and keeps the previous decision; undefined if there is none yet. */
  close: (() => void) | undefined;
};

/** Consent banner in a corner of the page; not modal. */
export function ConsentBanner({ choice, gpc, reopened, decide, close }: ConsentBannerProps) {
  const [choosing, setChoosing] = useState(reopened);
  const [boxes, setBoxes] = useState<Choice>(choice ?? { analytics: false, marketing: false });
  const heading = useRef<HTMLHeadingElement>(null);
  const banner = useRef<HTMLElement>(null);
  const headingId = useId();
  useRoomForBanner(banner);
  useEffect(() => {
    if (reopened) heading.current?.focus({ preventScroll: true });
  }, [reopened]);
  useEffect(() => {
    const element = banner.current;
    if (!element || !close) return;
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key === "Escape") close();
    };
    element.addEventListener("keydown", closeOnEscape);
    return () => element.removeEventListener("keydown", closeOnEscape);
  }, [close]);

  return (
    <section
      ref={banner}
      aria-labelledby={headingId}
      className="fixed inset-x-3 bottom-3 z-30 max-h-[85dvh] overflow-y-auto rounded-card border-2 border-ink bg-card px-4 py-3.5 text-sm shadow-paper sm:end-6 sm:bottom-6 sm:start-auto sm:max-w-[30rem] sm:px-5 sm:py-4 print:hidden [@media(height<30rem)]:md:max-w-[22rem]"
    >
      <h2 ref={heading} id={headingId} tabIndex={-1} className="text-xl">
        {choosing ? words.chooseHeading : words.heading}
      </h2>
      {!choosing && (
        <p className="mt-1.5 leading-snug text-ink-2">
          {words.text}{" "}
          <a className="link" href="/privacy">
            {words.policy}
          </a>
        </p>
      )}
      {choosing && (
        <div className="mt-2 grid gap-1">
          {(["analytics", "marketing"] as const).map((category) => (
            <ChoiceBox
              key={category}
              category={category}
              refused={gpc && category === "marketing"}
              checked={boxes[category]}
              onChange={(checked) => setBoxes({ ...boxes, [category]: checked })}
            />
          ))}
        </div>
      )}
      <div className="@container mt-3.5 flex flex-wrap items-center gap-1.5 xs:gap-2">
        {[true, false].map((all) => (
          <Button
            key={String(all)}
            look="dark"
            className="flex-1 px-2! whitespace-nowrap xs:px-3!"
            onClick={() => decide({ analytics: all, marketing: all })}
          >
            {all ? words.acceptAll : words.rejectAll}
          </Button>
        ))}
        {choosing ? (
          <Button
            look="quiet"
            className="basis-full self-stretch px-2! @min-[26rem]:flex-1 @min-[26rem]:whitespace-nowrap"
            onClick={() => decide(boxes)}
          >
            {words.save}
          </Button>
        ) : (
          <Button
            look="plain"
            className="px-1.5! xs:px-3!"
            aria-expanded={false}
            onClick={() => setChoosing(true)}
          >
            {words.choose}
          </Button>
        )}
        {close && (
          <Button look="plain" className="-mb-1" onClick={close}>
            {words.close}
          </Button>
        )}
      </div>
    </section>
  );
}

type ChoiceBoxProps = {
  category: Category;
  /** Whether Global Privacy Control refuses this category. */
  refused: boolean;
  checked: boolean;
  onChange: (checked: boolean) => void;
};

function ChoiceBox({ category, refused, checked, onChange }: ChoiceBoxProps) {
  const textId = useId();
  const { name, text } = words[category];
  return (
    <label className="flex cursor-pointer gap-3 rounded-control py-1.5">
      <input
        type="checkbox"
        checked={checked && !refused}
        disabled={refused}
        aria-describedby={textId}
        aria-label={name}
        onChange={(event) => onChange(event.target.checked)}
        className="mt-0.5 size-6 shrink-0 accent-teal"
      />
      <span className="leading-snug">
        <span className="block font-semibold">{name}</span>
        <span id={textId} className="text-ink-2">
          {refused ? words.marketing.gpc : text}
        </span>
      </span>
    </label>
  );
}

const GAP_PX = 24;

/**
 * Adds padding below the page, so that the banner does not cover the footer or focused elements.
 * Skipped on pages that do not scroll, where a scrollbar would cause a layout shift.
 */
function useRoomForBanner(banner: RefObject<HTMLElement | null>): void {
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
