import { useEffect, useRef, useState } from "react";
import type { Countdown } from "../../../server/contract/site.ts";
import { formatDay } from "../../../server/contract/format.ts";
import { fill } from "../../../server/contract/words.ts";
import { landingWords } from "../../content/landing-packs.ts";
import { runCountdown } from "../../lib/countdown.ts";
import { useSite } from "../../lib/page-context.ts";
import { MotionIcon } from "./band.tsx";

const words = landingWords.countdown;

/** Duration of the countdown that restarts on every visit. */
export const RESTART_SECONDS = ((2 * 24 + 15) * 60 + 30) * 60 + 45;

export function OfferCountdown() {
  const { countdown } = useSite();
  return countdown.kind === "hidden" ? null : <CountdownClock countdown={countdown} />;
}

/** Countdown; static without JavaScript. Pausing freezes only the display. */
function CountdownClock({ countdown }: { countdown: Exclude<Countdown, { kind: "hidden" }> }) {
  const { timeZone } = useSite();
  const endsAt = countdown.kind === "until" ? countdown.endsAt : undefined;
  // For a fixed end date, the remaining time is unknown before hydration.
  const [left, setLeft] = useState(endsAt ? undefined : RESTART_SECONDS);
  const [paused, setPaused] = useState(false);
  const startedAt = useRef<number>(undefined);
  useEffect(() => {
    startedAt.current ??= Date.now();
    if (paused) return;
    const end = endsAt ? Date.parse(endsAt) : startedAt.current + RESTART_SECONDS * 1000;
    return runCountdown(end, setLeft);
  }, [paused, endsAt]);

  return (
    <div className="w-full max-w-[19.5rem] print:hidden">
      <div className="flex min-h-8 items-center gap-2">
        <p className={`text-base font-semibold ${endsAt ? "needs-script" : ""}`}>
          {labelOf({ endsAt, timeZone }, left === 0)}
        </p>
        {endsAt && (
          // A cached page can be older than the end, so its text is true before and after it.
          <noscript>
            <p className="text-base font-semibold">
              {fill(words.end, { date: formatDay(new Date(endsAt), timeZone) })}
            </p>
          </noscript>
        )}
        {left !== 0 && (
          <button
            type="button"
            onClick={() => setPaused(!paused)}
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
        className={`mt-2 grid grid-cols-4 gap-2 ${endsAt ? "needs-script" : ""}`}
      >
        {splitSeconds(left).map(([unit, value]) => (
          // Hide the seconds from screen readers, because they change faster than they can be read.
          <span
            key={unit}
            aria-hidden={unit === "seconds" || undefined}
            className="overflow-hidden rounded-control border border-line bg-card pb-1.5 text-center shadow-paper"
          >
            <span aria-hidden="true" className="block h-2 bg-sun" />
            <span className="mt-2 block font-display text-3xl leading-none font-semibold tabular-nums">
              {value}
            </span>{" "}
            <span className="block text-sm text-ink-2">{words.units[unit]}</span>
          </span>
        ))}
      </div>
    </div>
  );
}

type CountdownEnd = { endsAt: string | undefined; timeZone: string };

function labelOf({ endsAt, timeZone }: CountdownEnd, ended: boolean): string {
  if (!endsAt) return words.restart;
  const date = formatDay(new Date(endsAt), timeZone);
  return fill(ended ? words.ended : words.until, { date });
}

type Unit = keyof typeof words.units;

/** Splits seconds into units with two-digit values; dashes when undefined. */
export function splitSeconds(total: number | undefined): [unit: Unit, digits: string][] {
  const digits = (unitSeconds: number, most = Infinity) =>
    total === undefined ? "–" : String(Math.floor(total / unitSeconds) % most).padStart(2, "0");
  return [
    ["days", digits(86_400)],
    ["hours", digits(3600, 24)],
    ["minutes", digits(60, 60)],
    ["seconds", digits(1, 60)],
  ];
}
