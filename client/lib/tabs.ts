/** Channel between the tabs of this browser. A tab does not receive its own messages. */
export type TabChannel<Message> = {
  post: (message: Message) => void;
  onMessage: (listener: (message: Message) => void) => void;
  close: () => void;
};

/**
 * Opens a channel to the other tabs; a no-op without BroadcastChannel (Safari before 15.4). Tabs
 * with another build may send other message types.
 */
export function openTabChannel<Message>(name: string): TabChannel<Message> {
  if (!("BroadcastChannel" in globalThis)) return { post() {}, onMessage() {}, close() {} };
  const channel = new BroadcastChannel(name);
  return {
    post: (message) => channel.postMessage(message),
    onMessage: (listener) =>
      channel.addEventListener("message", ({ data }: MessageEvent<Message>) => listener(data)),
    close: () => channel.close(),
  };
}

/** Sends a message without listening to the channel. */
export function postToTabs<Message>(name: string, message: Message): void {
  const channel = openTabChannel<Message>(name);
  channel.post(message);
  channel.close();
}

/** Whether Web Locks are available. Safari before 15.4 and pages over plain HTTP lack them. */
export function hasTabLocks(): boolean {
  return "locks" in navigator;
}

/** Last queued call of each lock in this page, for browsers without Web Locks. */
const pageLocks = new Map<string, Promise<void>>();

/**
 * Calls `run` while holding an exclusive lock, across tabs if Web Locks are available. Rejects when
 * `signal` is aborted before the lock is acquired.
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

/** Lists the names of the held locks, across tabs where the browser has Web Locks. */
export async function listHeldLocks(): Promise<string[]> {
  if (!hasTabLocks()) return [...pageLocks.keys()];
  const { held = [] } = await navigator.locks.query();
  return held.flatMap(({ name }) => name ?? []);
}
