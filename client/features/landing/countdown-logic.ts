const SECOND_MS = 1000;

/** Spec section 9: where a countdown that ends nothing starts at every visit. */
export const RESTART_SECONDS = ((2 * 24 + 15) * 60 + 30) * 60 + 45;

export type TimeLeft = { days: number; hours: number; minutes: number; seconds: number };

/** Seconds as the four numbers of the display; less than none is none. */
export function splitSeconds(total: number): TimeLeft {
  const left = Math.max(0, Math.floor(total));
  return {
    days: Math.floor(left / 86_400),
    hours: Math.floor(left / 3600) % 24,
    minutes: Math.floor(left / 60) % 60,
    seconds: left % 60,
  };
}

/** Whole seconds from `nowMs` to `endMs`; a second that has begun still counts, and none is 0. */
export function secondsUntil(endMs: number, nowMs: number): number {
  return Math.max(0, Math.ceil((endMs - nowMs) / SECOND_MS));
}

/**
 * Calls `onTick` with the seconds left, now and every second until none is left. It reads the clock
 * at each tick, so a page that slept shows the right time when it wakes. Returns what stops it.
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
