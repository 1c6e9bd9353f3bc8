/** Lets waiting requests run between two steps of synchronous background work. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
