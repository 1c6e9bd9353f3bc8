/** Listens to events of several targets. Returns the call that stops it. */
export function onEvents(
  listener: () => void,
  ...events: readonly [target: EventTarget, type: string][]
): () => void {
  for (const [target, type] of events) target.addEventListener(type, listener);
  return () => {
    for (const [target, type] of events) target.removeEventListener(type, listener);
  };
}

/** Listens for the moments at which a lost connection may be back. */
export function onReconnect(listener: () => void): () => void {
  return onEvents(listener, [window, "online"], [document, "visibilitychange"]);
}
