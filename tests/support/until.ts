const EVERY_MS = 50;

/**
 * Polls until `condition` holds, for state of another process. Throws with `what` after `limitMs`.
 */
export async function until(
  condition: () => boolean,
  { what, limitMs, everyMs = EVERY_MS }: { what: string; limitMs: number; everyMs?: number },
): Promise<void> {
  const endsAt = performance.now() + limitMs;
  while (!condition()) {
    if (performance.now() > endsAt) throw new Error(`Waited ${limitMs / 1000} s in vain: ${what}.`);
    await Bun.sleep(everyMs);
  }
}

/** Resolves like `work`; throws an error with `what` after `limitMs`. */
export async function within<Result>(
  work: Promise<Result>,
  { what, limitMs }: { what: string; limitMs: number },
): Promise<Result> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new Error(`Waited ${limitMs / 1000} s in vain: ${what}.`)),
    limitMs,
  );
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
