import { ask, buy, type Place, withCatalogue } from "../torture/street.ts";
import { processorTime } from "./dear.ts";

const VISITS = 300;
const PURCHASES = 150;
const WARM_UP = 30;
const AT_ONCE = 4;
const HOURS_A_DAY = 24;
const MS_AN_HOUR = 3_600_000;
/** What the page loads; of a picture's sizes the one that a browser takes which knows no others. */
const ASSET = /(?:src|href)="(\/(?:assets|pictures)\/[^"]+)"/g;

/**
 * What a visit and a purchase cost the store, in its processor time, and how many of them one core has
 * time for. Figures without goals: they say what a machine holds.
 */
export async function benchCapacity(): Promise<[]> {
  await withCatalogue({}, async ({ store, ...shop }) => {
    const place: Place = { ...shop, count: refuseOthers };
    const { text } = await ask(place, 0, "/", { headers: BROTLI });
    const assets = [...new Set(Array.from(text().matchAll(ASSET), ([, path = ""]) => path))];
    const costOf = async (times: number, work: (nth: number) => Promise<unknown>) => {
      await inLines(WARM_UP, work);
      const before = await processorTime(store.pid);
      const startedAt = performance.now();
      await inLines(times, (nth) => work(nth + WARM_UP));
      await place.simulator.control.idle();
      const rate = (times * 1000) / (performance.now() - startedAt);
      return { ms: ((await processorTime(store.pid)) - before) / times / 1000, rate };
    };
    const visit = await costOf(VISITS, async (nth) => {
      for (const path of ["/", ...assets, "/api/products"]) {
        await ask(place, nth, path, { headers: BROTLI });
      }
    });
    const purchase = await costOf(PURCHASES, async (nth) => {
      const { fileLink, zipLink } = await buy(place, nth);
      for (const link of [fileLink, zipLink]) await ask(place, nth, link);
    });
    console.log(
      `A visit of the landing page with ${assets.length} files: ${inWords(visit)}\n` +
        `A purchase with its mail, a file and a ZIP: ${inWords(purchase)}`,
    );
  });
  return [];
}

const BROTLI = { "Accept-Encoding": "br" };

function inWords({ ms, rate }: { ms: number; rate: number }): string {
  const aDay = Math.round((MS_AN_HOUR * HOURS_A_DAY) / ms / 1000) * 1000;
  return (
    `${ms.toFixed(1)} ms of processor time, so one core has time for ${aDay} a day; ` +
    `${rate.toFixed(0)} a second here, with buyers and provider on the same machine`
  );
}

function refuseOthers(what: string, status: number, expected: number[]): void {
  if (!expected.includes(status)) throw new Error(`${what} was answered ${status}.`);
}

async function inLines(times: number, work: (nth: number) => Promise<unknown>): Promise<void> {
  let nth = 0;
  const line = async () => {
    while (nth < times) await work(++nth);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, line));
}
