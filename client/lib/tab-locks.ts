/** Whether locks hold across tabs. Safari before 15.4 and pages over plain http have no Web Locks. */
export function hasTabLocks(): boolean {
  return "locks" in navigator;
}

/** The last call in the queue of each lock of this page, for browsers without Web Locks. */
const pageLocks = new Map<string, Promise<void>>();

/**
 * Runs `run` while no other tab holds the lock; without Web Locks, while this page does not. Rejects when
 * `signal` is aborted before its turn.
 */
export function withLock<Result>(
  name: string,
  run: () => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  if (hasTabLocks()) return navigator.locks.request(name, signal ? { signal } : {}, run);
  const turn = (pageLocks.get(name) ?? Promise.resolve()).then(() => {
    signal?.throwIfAborted();
    return run();
  });
  const end = () => {
    if (pageLocks.get(name) === ended) pageLocks.delete(name);
  };
  const ended = turn.then(end, end);
  pageLocks.set(name, ended);
  return turn;
}

/** Lists the names of the held locks, of all tabs where the browser has Web Locks. */
export async function listHeldLocks(): Promise<string[]> {
  if (!hasTabLocks()) return [...pageLocks.keys()];
  const { held = [] } = await navigator.locks.query();
  return held.flatMap(({ name }) => name ?? []);
}
