/** Adds a listener to events of several targets. Returns a function that removes it. */
export function onEvents(
  listener: () => void,
  ...events: readonly [target: EventTarget, type: string][]
): () => void {
  for (const [target, type] of events) target.addEventListener(type, listener);
  return () => {
    for (const [target, type] of events) target.removeEventListener(type, listener);
  };
}

/** Calls `listener` when a lost connection may be back (`online`, `visibilitychange`). */
export function onReconnect(listener: () => void): () => void {
  return onEvents(listener, [window, "online"], [document, "visibilitychange"]);
}

/** Maximum delay in browsers without `requestIdleCallback` (Safari). */
const FALLBACK_MS = 200;

/** Calls `run` when the browser is idle, or after `timeoutMs` at the latest, if given. */
export function whenIdle(run: () => void, timeoutMs?: number): void {
  if ("requestIdleCallback" in window) {
    requestIdleCallback(run, timeoutMs === undefined ? {} : { timeout: timeoutMs });
  } else setTimeout(run, Math.min(timeoutMs ?? 0, FALLBACK_MS));
}
