/** Answer times in milliseconds at the places one reads them. */
export type Times = { p50: number; p95: number; p99: number; max: number };

/** The middle of some figures: one slow round does not move it. */
export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** The four figures of some answer times. */
export function summarize(times: number[]): Times {
  const sorted = times.toSorted((a, b) => a - b);
  const below = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? 0;
  return { p50: below(0.5), p95: below(0.95), p99: below(0.99), max: below(1) };
}

/** Answer times as a line of figures says them. */
export function inWords({ p50, p95, p99, max }: Times): string {
  const [a, b, c, d] = [p50, p95, p99, max].map((value) => value.toFixed(1));
  return `p50 ${a}, p95 ${b}, p99 ${c}, max ${d}`;
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

const PROBE_SECONDS = 10;
const PROBE_RATE = 50;

/** What a buyer who does no harm waits for the product list of this store, 50 times a second. */
export async function probe(storeUrl: string): Promise<Times> {
  const urls = Array.from({ length: PROBE_SECONDS * PROBE_RATE }, () => `${storeUrl}/api/products`);
  const headers = { "X-Forwarded-For": "81.250.0.1" };
  const work = async (url: string) => {
    const answer = await fetch(url, { headers });
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`The product list was answered ${answer.status}.`);
  };
  return summarize(await runAtRate(urls, { rate: PROBE_RATE, work }));
}
