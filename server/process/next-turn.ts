/** Lets requests that wait go first: between two steps of background work that never waits itself. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
