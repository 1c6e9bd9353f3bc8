const SECOND_MS = 1000;

/**
 * Calls `onTick` with the whole seconds until `endMs`, now and every second until 0. Reads the clock at
 * each tick, so that the time is right after sleep. Returns the call that stops it.
 */
export function runCountdown(endMs: number, onTick: (seconds: number) => void): () => void {
  const tick = () => {
    const left = Math.max(0, Math.ceil((endMs - Date.now()) / SECOND_MS));
    onTick(left);
    if (left === 0) clearInterval(timer);
  };
  const timer = setInterval(tick, SECOND_MS);
  tick();
  return () => clearInterval(timer);
}
