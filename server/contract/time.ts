export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

export type Backoff = { firstMs: number; mostMs: number };

/**
 * Returns the pause before a retry in milliseconds: exponential up to `mostMs`. `jitter` (0 to 1)
 * varies its second half.
 */
export function backoffMs(
  failures: number,
  { firstMs, mostMs }: Backoff,
  jitter: number = Math.random(),
): number {
  const full = Math.min(mostMs, firstMs * 2 ** failures);
  return Math.round((full / 2) * (1 + jitter));
}

/** Parses a timestamp. If it has no time zone, it is read as UTC in every runtime. */
export function readTime(text: string): Date {
  const iso = text.replace(" ", "T");
  return new Date(/T[\d:.]+$/.test(iso) ? `${iso}Z` : iso);
}
