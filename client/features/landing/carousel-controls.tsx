import type { ReactNode } from "react";
import { testimonialWords as words } from "../../content/testimonials.ts";
import { MotionIcon } from "./motion-icon.tsx";

const BUTTON =
  "flex h-12 items-center justify-center gap-2.5 rounded-control border-2 border-ink bg-card text-base font-semibold hover:bg-paper-2";

type ButtonsProps = {
  playing: boolean;
  onToggle: () => void;
  onPrevious: () => void;
  onNext: () => void;
};

export function CarouselButtons({ playing, onToggle, onPrevious, onNext }: ButtonsProps) {
  return (
    <div className="needs-script flex gap-3">
      <button type="button" onClick={onToggle} className={`px-5 ${BUTTON}`}>
        <MotionIcon moving={playing} className="size-4.5" />
        {/* As wide as the longer word. */}
        <span className="w-12 text-left">{playing ? words.pause : words.play}</span>
      </button>
      <button type="button" onClick={onPrevious} className={`w-12 ${BUTTON}`}>
        <Arrow>
          <path d="M19 12.4c-5-.6-9-.6-14-.2M10.5 6C9 8.6 7.4 10.4 5 12.2c2.4 1.7 4 3.5 5.7 5.9" />
        </Arrow>
        <span className="sr-only">{words.previous}</span>
      </button>
      <button type="button" onClick={onNext} className={`w-12 ${BUTTON}`}>
        <Arrow>
          <path d="M5 12.4c5-.6 9-.6 14-.2M13.5 6c1.5 2.6 3.1 4.4 5.5 6.2-2.4 1.7-4 3.5-5.7 5.9" />
        </Arrow>
        <span className="sr-only">{words.next}</span>
      </button>
    </div>
  );
}

function Arrow({ children }: { children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 24 24"
      className="size-6"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}

type DotsProps = { index: number; count: number; onChoose: (index: number) => void };

export function CarouselDots({ index, count, onChoose }: DotsProps) {
  return (
    <div role="group" aria-label={words.dots} className="needs-script -ml-2 flex flex-wrap">
      {Array.from({ length: count }, (_, place) => (
        <button
          key={place}
          type="button"
          aria-label={words.place(place, count)}
          aria-current={place === index ? "true" : undefined}
          onClick={() => onChoose(place)}
          className="group flex size-7 items-center justify-center rounded-full"
        >
          <span className="size-2.5 rounded-full border-2 border-ink-2 transition-[width,background-color] duration-150 group-hover:bg-ink-2 group-aria-[current]:w-5 group-aria-[current]:border-teal group-aria-[current]:bg-teal" />
        </button>
      ))}
    </div>
  );
}
