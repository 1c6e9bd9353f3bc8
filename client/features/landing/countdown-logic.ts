const SECOND_MS = 1000;

/** Start of the countdown that restarts at every visit (spec section 9). */
export const RESTART_SECONDS = ((2 * 24 + 15) * 60 + 30) * 60 + 45;

export type TimeLeft = { days: number; hours: number; minutes: number; seconds: number };

/** Splits seconds into days to seconds; negative counts as 0. */
export function splitSeconds(total: number): TimeLeft {
  const left = Math.max(0, Math.floor(total));
  return {
    days: Math.floor(left / 86_400),
    hours: Math.floor(left / 3600) % 24,
    minutes: Math.floor(left / 60) % 60,
    seconds: left % 60,
  };
}

/** Seconds from `nowMs` to `endMs`, rounded up; at least 0. */
export function secondsUntil(endMs: number, nowMs: number): number {
  return Math.max(0, Math.ceil((endMs - nowMs) / SECOND_MS));
}

/**
 * Calls `onTick` with the seconds left, now and every second until 0. Reads the clock at each tick, so
 * that the time is right after sleep. Returns the call that stops it.
 */
export function runCountdown(endMs: number, onTick: (seconds: number) => void): () => void {
  const tick = () => {
    const left = secondsUntil(endMs, Date.now());
    onTick(left);
    if (left === 0) clearInterval(timer);
  };
  const timer = setInterval(tick, SECOND_MS);
  tick();
  return () => clearInterval(timer);
}
