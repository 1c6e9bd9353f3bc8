import { readFile } from "node:fs/promises";
import { openStreet } from "../torture/street.ts";

const VISITS = 300;
const PURCHASES = 150;
const WARM_UP = 30;
const CHECK_FIRST = 4;
const HOURS_A_DAY = 24;
const MS_AN_HOUR = 3_600_000;
const MICROSECONDS_A_TICK = 10_000;
/** URLs of the page's assets; each picture only in its default size. */
const ASSET = /(?:src|href)="(\/(?:assets|pictures)\/[^"]+)"/g;

type Cost = { ms: number; megabytes: number; providerCalls: number; rate: number };

/** Measures CPU time, bytes and provider calls of a visit and a purchase, without goals. */
export async function benchCapacity(): Promise<[]> {
  await using street = await openStreet({ check: refuseOthers });
  const { ask, buy, store } = street;
  const { control } = street.simulator;
  const { text } = await ask(0, "/", { headers: BROTLI });
  const assets = [...new Set(Array.from(text().matchAll(ASSET), ([, path = ""]) => path))];
  const costOf = async (times: number, work: (nth: number) => Promise<number>): Promise<Cost> => {
    await inLines(WARM_UP, work);
    const calls = control.requests().length;
    const before = await processorTime(store.pid);
    const startedAt = performance.now();
    const bytes = await inLines(times, (nth) => work(nth + WARM_UP));
    await control.idle();
    const rate = (times * 1000) / (performance.now() - startedAt);
    return {
      ms: ((await processorTime(store.pid)) - before) / times / 1000,
      megabytes: bytes / times / 1e6,
      providerCalls: (control.requests().length - calls) / times,
      rate,
    };
  };
  const loadAll = async (nth: number, paths: string[]) => {
    let bytes = 0;
    for (const path of paths) bytes += (await ask(nth, path, { headers: BROTLI })).size;
    return bytes;
  };
  const visit = await costOf(VISITS, (nth) => loadAll(nth, ["/", ...assets, "/api/products"]));
  const purchase = await costOf(PURCHASES, async (nth) => {
    const { fileLink, zipLink } = await buy(nth);
    return loadAll(nth, [fileLink, zipLink]);
  });
  console.log(
    `A visit of the landing page with ${assets.length} files: ${inWords(visit)}\n` +
      `A purchase with its mail, a file and a ZIP: ${inWords(purchase)}`,
  );
  return [];
}

const BROTLI = { "Accept-Encoding": "br" };

function inWords({ ms, megabytes, providerCalls, rate }: Cost): string {
  const aDay = Math.round((MS_AN_HOUR * HOURS_A_DAY) / ms / 1000) * 1000;
  return (
    `${ms.toFixed(1)} ms of processor time, so one core has time for ${aDay} a day; ` +
    `${megabytes.toFixed(1)} MB of bodies; ${providerCalls.toFixed(1)} calls of the provider; ` +
    `${rate.toFixed(0)} a second here, with buyers and provider on the same machine`
  );
}

function refuseOthers(what: string, status: number, expected: number[]): void {
  if (!expected.includes(status)) throw new Error(`${what} was answered ${status}.`);
}

async function inLines(times: number, work: (nth: number) => Promise<number>): Promise<number> {
  let nth = 0;
  let sum = 0;
  const line = async () => {
    while (nth < times) {
      const part = await work(++nth);
      sum += part;
    }
  };
  await Promise.all(Array.from({ length: CHECK_FIRST }, line));
  return sum;
}

/** Returns the CPU time that a process has used, in µs (Linux only). */
async function processorTime(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, "latin1");
  // The process name in parentheses may contain spaces; utime and stime follow it.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * MICROSECONDS_A_TICK;
}
