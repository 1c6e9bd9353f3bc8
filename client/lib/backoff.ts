type BackoffLimits = { firstMs: number; mostMs: number };

/**
 * Milliseconds before the next try after `failures` failures: exponential up to `mostMs`, with
 * jitter of 50 %.
 */
export function backoffMs(failures: number, { firstMs, mostMs }: BackoffLimits): number {
  const wait = Math.min(mostMs, firstMs * 2 ** failures);
  return wait * (0.5 + Math.random() / 2);
}
