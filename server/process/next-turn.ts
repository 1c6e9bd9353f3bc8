/** Yields to the event loop, so that waiting requests run between steps of background work. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
