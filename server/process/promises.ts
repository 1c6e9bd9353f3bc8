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

export type BackOff = { firstMs: number; longestMs: number };

/**
 * Returns the pause before a retry in milliseconds, which doubles with each earlier one. `jitter`
 * (0 to 1) varies its second half.
 */
export function backOffMs({ firstMs, longestMs }: BackOff, retries: number, jitter = 1): number {
  const full = Math.min(firstMs * 2 ** retries, longestMs);
  return Math.round(full / 2 + (full / 2) * jitter);
}
