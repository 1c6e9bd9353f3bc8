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

/** Returns a random key. `crypto.randomUUID` is not available on pages over plain HTTP. */
export function randomKey(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join("-");
}
