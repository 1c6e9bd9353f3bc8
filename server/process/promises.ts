/** Waits at most `ms` for `work`, then rejects with `late()`. Does not cancel the work. */
export async function within<Result>(
  ms: number,
  work: () => Promise<Result>,
  late: () => Error,
): Promise<Result> {
  const tooLate = Promise.withResolvers<never>();
  const timer = setTimeout(() => tooLate.reject(late()), ms);
  return Promise.race([work(), tooLate.promise]).finally(() => clearTimeout(timer));
}

/** Returns a function that joins concurrent calls with the same key and `owner`, such as `deps`. */
export function singleFlight<Result>() {
  const flights = new WeakMap<object, Map<string | number, Promise<Result>>>();
  return (key: string | number, work: () => Promise<Result>, owner: object = flights) => {
    const running = flights.get(owner) ?? new Map<string | number, Promise<Result>>();
    flights.set(owner, running);
    const call = running.get(key) ?? work().finally(() => running.delete(key));
    running.set(key, call);
    return call;
  };
}

/** Yields to the event loop, so that waiting requests run between steps of background work. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
