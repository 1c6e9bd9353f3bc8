const SECOND_MS = 1000;

/**
 * Calls `onTick` now and every second with the whole seconds until `endMs`, down to 0. Reads the
 * clock on each tick, so that it stays correct after sleep. Returns a function that stops it.
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
