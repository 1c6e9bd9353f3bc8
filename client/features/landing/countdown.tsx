import { useEffect, useRef, useState } from "react";
import type { Countdown } from "../../../server/contract/site.ts";
import { landingWords } from "../../content/landing.ts";
import { useSite } from "../../lib/use-site.ts";
import { RESTART_SECONDS, runCountdown, splitSeconds, type TimeLeft } from "./countdown-logic.ts";
import { MotionIcon } from "./motion-icon.tsx";

const words = landingWords.countdown;
const UNITS = ["days", "hours", "minutes", "seconds"] as const satisfies (keyof TimeLeft)[];

export function OfferCountdown() {
  const { countdown } = useSite();
  return countdown.kind === "hidden" ? null : <Display countdown={countdown} />;
}

/** Days to seconds; without script the numbers do not change. */
function Display({ countdown }: { countdown: ShownCountdown }) {
  const { secondsLeft, paused, togglePause } = useCountdown(countdown);
  const dated = countdown.kind === "until";
  const left = secondsLeft === null ? undefined : splitSeconds(secondsLeft);
  return (
    <div className="w-full max-w-[19.5rem] print:hidden">
      <div className="flex min-h-8 items-center gap-2">
        <p className="text-base font-semibold">{labelOf(countdown, secondsLeft)}</p>
        {secondsLeft !== 0 && (
          <button
            type="button"
            onClick={togglePause}
            aria-label={paused ? words.play : words.pause}
            className="needs-script -my-1 flex size-8 items-center justify-center rounded-control text-ink-2 hover:text-ink"
          >
            <MotionIcon moving={!paused} className="size-4" />
          </button>
        )}
      </div>
      <div
        role="timer"
        aria-live="off"
        aria-label={words.name}
        className={`mt-2 grid grid-cols-4 gap-2 ${dated ? "needs-script" : ""}`}
      >
        {UNITS.map((unit) => (
          // A screen reader would never finish reading seconds.
          <span
            key={unit}
            aria-hidden={unit === "seconds" || undefined}
            className="overflow-hidden rounded-control border border-line bg-card pb-1.5 text-center shadow-paper"
          >
            <span aria-hidden="true" className="block h-2 bg-sun" />
            <span className="mt-2 block font-display text-3xl leading-none font-semibold tabular-nums">
              {left ? String(left[unit]).padStart(2, "0") : "–"}
            </span>{" "}
            <span className="block text-sm text-ink-2">{words.units[unit]}</span>
          </span>
        ))}
      </div>
    </div>
  );
}

function labelOf(countdown: ShownCountdown, secondsLeft: number | null): string {
  if (countdown.kind === "restart") return words.restart;
  const date = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" }).format(
    new Date(countdown.endsAt),
  );
  return secondsLeft === 0 ? words.ended(date) : words.until(date);
}

type ShownCountdown = Exclude<Countdown, { kind: "hidden" }>;

/**
 * The seconds left; null before hydration when the end is a date. Pausing stops the display, not the
 * time.
 */
function useCountdown(countdown: ShownCountdown) {
  const [secondsLeft, setSecondsLeft] = useState(
    countdown.kind === "restart" ? RESTART_SECONDS : null,
  );
  const [paused, setPaused] = useState(false);
  const startedAt = useRef<number>(undefined);
  const endsAt = countdown.kind === "until" ? countdown.endsAt : undefined;

  useEffect(() => {
    startedAt.current ??= Date.now();
    if (paused) return;
    const end = endsAt ? Date.parse(endsAt) : startedAt.current + RESTART_SECONDS * 1000;
    return runCountdown(end, setSecondsLeft);
  }, [paused, endsAt]);

  return { secondsLeft, paused, togglePause: () => setPaused((was) => !was) };
}
