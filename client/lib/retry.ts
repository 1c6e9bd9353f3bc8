/** Resolves after `ms` milliseconds, or as soon as the signal is aborted. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener("abort", end);
  });
}

type BackoffLimits = { firstMs: number; mostMs: number };

/** Milliseconds before the next try: exponential up to `mostMs`, with jitter of 50 %. */
export function backoffMs(failures: number, { firstMs, mostMs }: BackoffLimits): number {
  const wait = Math.min(mostMs, firstMs * 2 ** failures);
  return wait * (0.5 + Math.random() / 2);
}

/** Returns a random key. `crypto.randomUUID` is not available on pages over plain HTTP. */
export function randomKey(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join("-");
}
