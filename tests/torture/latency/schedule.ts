/** Answer times in milliseconds at the places one reads them. */
export type Times = { p50: number; p95: number; p99: number; max: number };

/** The value below which `share` (0 to 1) of the sorted values lie. */
export function percentile(sorted: number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0;
}

/** The four figures of some answer times. */
export function summarize(times: number[]): Times {
  const sorted = times.toSorted((a, b) => a - b);
  return {
    p50: percentile(sorted, 0.5),
    p95: percentile(sorted, 0.95),
    p99: percentile(sorted, 0.99),
    max: sorted.at(-1) ?? 0,
  };
}

/**
 * Starts `work` on each item, `rate` a second, whether the ones before have ended or not. Returns
 * each one's time from the moment at which it was due: a late start counts as waiting, too.
 */
export async function runAtRate<Item>(
  items: Item[],
  { rate, work }: { rate: number; work: (item: Item) => Promise<void> },
): Promise<number[]> {
  const startedAt = performance.now();
  const running: Promise<number>[] = [];
  for (const [nth, item] of items.entries()) {
    const due = startedAt + (nth * 1000) / rate;
    await Bun.sleep(Math.max(0, due - performance.now()));
    running.push(work(item).then(() => performance.now() - due));
  }
  return Promise.all(running);
}
