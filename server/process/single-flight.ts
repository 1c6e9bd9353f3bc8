/** Joins concurrent calls with the same key and `owner`, such as the `deps` of one store. */
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
