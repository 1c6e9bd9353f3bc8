/** Longest delay where the browser cannot report idle time (Safari). */
const FALLBACK_MS = 200;

/** Runs `run` once the browser is idle, after `timeoutMs` at the latest if given. */
export function whenIdle(run: () => void, timeoutMs?: number): void {
  if ("requestIdleCallback" in window) {
    requestIdleCallback(run, timeoutMs === undefined ? {} : { timeout: timeoutMs });
  } else setTimeout(run, Math.min(timeoutMs ?? 0, FALLBACK_MS));
}
