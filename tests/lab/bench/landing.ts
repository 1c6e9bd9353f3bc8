import lighthouse from "lighthouse";
import { type Browser, chromium } from "playwright";
import { findChromium } from "../../../scripts/lib/chromium.ts";
import { median } from "../../support/figures.ts";
import { freePort } from "../../support/store-process.ts";
import { atLeast, atMost, type Row, verdict } from "./rows.ts";
import { startDemo } from "./store.ts";

const VISITS = 5;

type Visit = Awaited<ReturnType<typeof visitWithPhone>>;
type Figure = {
  of: keyof Visit;
  name: string;
  print: (value: number) => string;
  least?: number;
  most?: number;
};

const whole = (value: number) => String(Math.round(value));
const seconds = (ms: number) => `${(ms / 1000).toFixed(3)} s`;
const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

const FIGURES: Figure[] = [
  { of: "performance", name: "Performance", print: whole, least: 99 },
  { of: "accessibility", name: "Accessibility", print: whole, least: 100 },
  { of: "bestPractices", name: "Best practices", print: whole, least: 100 },
  { of: "seo", name: "SEO", print: whole, least: 100 },
  { of: "lcpMs", name: "Largest contentful paint", print: seconds, most: 1200 },
  { of: "cls", name: "Layout shift", print: (value) => value.toFixed(3), most: 0.02 },
  { of: "tbtMs", name: "Total blocking time", print: (ms) => `${whole(ms)} ms`, most: 50 },
  { of: "foreignRequests", name: "Third-party requests", print: whole, most: 0 },
  { of: "scriptBytes", name: "Script before idle", print: kilobytes, most: 15_000 },
  { of: "laterScriptBytes", name: "Script after idle", print: kilobytes },
  { of: "fontFiles", name: "Font files", print: whole, most: 2 },
  { of: "fontBytes", name: "Font bytes", print: kilobytes, most: 50_000 },
  { of: "pageBytes", name: "All bytes", print: kilobytes, most: 200_000 },
];

const PAGES = ["/", "/privacy", "/contact", "/products/premium-pack", "/upsell/1", "/login"];
const SPEED = FIGURES.filter(({ of }) => ["performance", "lcpMs", "cls", "tbtMs"].includes(of));

/** Measures the landing page on a phone: the median and range of five visits. */
export async function benchLanding(): Promise<Row[]> {
  return visitPages(["/"], FIGURES);
}

/** Measures the speed of the public pages, on an idle machine and with one busy core. */
export async function benchPages(): Promise<Row[]> {
  const idle = await visitPages(PAGES, SPEED);
  console.log("The same beside one busy core:");
  const busy = Bun.spawn([process.execPath, "-e", "for (;;) {}"]);
  try {
    const besides = await visitPages(PAGES, SPEED);
    return [...idle, ...besides.map((row) => ({ ...row, name: `${row.name}, busy core` }))];
  } finally {
    busy.kill();
  }
}

async function visitPages(paths: string[], figures: Figure[]): Promise<Row[]> {
  const rows: Row[] = [];
  await using store = await startDemo();
  const port = await freePort();
  await using browser = await chromium.launch({
    executablePath: await findChromium(),
    args: [
      "--headless=new",
      `--remote-debugging-port=${port}`,
      "--disable-gpu",
      ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
    ],
  });
  for (const path of paths) {
    const visits: Visit[] = [];
    const url = store.url + path;
    while (visits.length < VISITS) visits.push(await visitWithPhone(url, { browser, port }));
    console.log(`GET ${path} with a phone on a slow line, the middle of ${VISITS} visits:`);
    for (const figure of figures) {
      const row = findRow(path, figure, visits);
      console.log(lineOf(figure, visits, row));
      if (row) rows.push(row);
    }
  }
  return rows;
}

type SentFile = { url: string; resourceType?: string; transferSize?: number };

/**
 * Runs Lighthouse with its mobile settings on the browser that listens at `port`; scores are 0 to
 * 100. Throws when the page cannot be loaded.
 */
async function visitWithPhone(url: string, { browser, port }: { browser: Browser; port: number }) {
  const { audits, categories } = await findReport(url, port);
  const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100);
  const figure = (name: string) => audits[name]?.numericValue ?? Number.NaN;
  const requests = audits["network-requests"]?.details as { items: SentFile[] } | undefined;
  const sent = (requests?.items ?? []).filter((file) => /^https?:/.test(file.url));
  const fonts = sent.filter(({ resourceType }) => resourceType === "Font");
  return {
    performance: score("performance"),
    accessibility: score("accessibility"),
    bestPractices: score("best-practices"),
    seo: score("seo"),
    lcpMs: figure("largest-contentful-paint"),
    tbtMs: figure("total-blocking-time"),
    cls: figure("cumulative-layout-shift"),
    pageBytes: bytesOf(sent),
    fontFiles: fonts.length,
    fontBytes: bytesOf(fonts),
    foreignRequests: sent.filter((file) => new URL(file.url).host !== new URL(url).host).length,
    ...(await scriptBytesOf(browser, url)),
  };
}

const LOST_TRACE = "NO_NAVSTART";

/** Runs Lighthouse; retries once when a busy machine loses the start of the trace. */
async function findReport(url: string, port: number) {
  const visit = () => lighthouse(url, { port, output: "json", logLevel: "error" });
  const first = await visit();
  const run = first?.lhr.runtimeError?.code === LOST_TRACE ? await visit() : first;
  if (!run || run.lhr.runtimeError) throw new Error(run?.lhr.runtimeError?.message ?? "No report.");
  return run.lhr;
}

const bytesOf = (files: SentFile[]) =>
  files.reduce((sum, { transferSize = 0 }) => sum + transferSize, 0);

/** Transferred script bytes before and after the page is first idle. */
async function scriptBytesOf(browser: Browser, url: string) {
  const page = await browser.newPage({ viewport: { width: 412, height: 823 } });
  await page.addInitScript(() => {
    addEventListener("DOMContentLoaded", () =>
      requestIdleCallback(() => performance.mark("first-idle")),
    );
  });
  await page.goto(url, { waitUntil: "networkidle" });
  const bytes = await page.evaluate(() => {
    const idleAt = performance.getEntriesByName("first-idle")[0]?.startTime ?? Infinity;
    const sum = { scriptBytes: 0, laterScriptBytes: 0 };
    for (const entry of performance.getEntriesByType("resource")) {
      if (!(entry instanceof PerformanceResourceTiming)) continue;
      if (!new URL(entry.name).pathname.endsWith(".js")) continue;
      sum[entry.responseEnd <= idleAt ? "scriptBytes" : "laterScriptBytes"] += entry.transferSize;
    }
    return sum;
  });
  await page.close();
  return bytes;
}

/** Returns the median of the visits with its goal; undefined for a figure without a goal. */
function findRow(path: string, figure: Figure, visits: Visit[]): Row | undefined {
  const { of, print, least, most } = figure;
  const value = median(visits.map((visit) => visit[of]));
  const shown = { name: `GET ${path} with a phone: ${figure.name}`, value, print };
  if (least !== undefined) return atLeast(least, shown);
  return most === undefined ? undefined : atMost(most, shown);
}

function lineOf({ name, of, print }: Figure, visits: Visit[], row?: Row): string {
  const values = visits.map((visit) => visit[of]);
  const range = `${print(Math.min(...values))} to ${print(Math.max(...values))}`;
  return `  ${name}: ${print(median(values))} (${range})${row ? verdict(row) : ""}`;
}
