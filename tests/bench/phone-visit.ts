import type { Browser } from "playwright";
import lighthouse from "lighthouse";

/** What one visit with a phone on a slow line took. Times in milliseconds, sizes in bytes sent. */
export type PhoneVisit = {
  performance: number;
  accessibility: number;
  bestPractices: number;
  seo: number;
  lcpMs: number;
  tbtMs: number;
  cls: number;
  pageBytes: number;
  fontFiles: number;
  fontBytes: number;
  foreignRequests: number;
};

type SentFile = { url: string; resourceType?: string; transferSize?: number };

/**
 * Lighthouse with its mobile settings, on the browser that listens at `port`. Scores are 0 to 100.
 * Throws when it could not load the page.
 */
export async function visitWithPhone(url: string, port: number): Promise<PhoneVisit> {
  const run = await lighthouse(url, { port, output: "json", logLevel: "error" });
  if (!run || run.lhr.runtimeError) throw new Error(run?.lhr.runtimeError?.message ?? "No report.");
  const { audits, categories } = run.lhr;
  const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100);
  const figure = (name: string) => audits[name]?.numericValue ?? Number.NaN;
  const sent = sentFiles(audits["network-requests"]?.details);
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
    foreignRequests: sent.filter((file) => new URL(file.url).origin !== new URL(url).origin).length,
  };
}

function sentFiles(details: unknown): SentFile[] {
  const { items } = details as { items: SentFile[] };
  return items.filter(({ url }) => /^https?:/.test(url));
}

function bytesOf(files: SentFile[]): number {
  return files.reduce((sum, { transferSize = 0 }) => sum + transferSize, 0);
}

/** Bytes of script as sent: those that had come when the page was first idle, and all of them. */
export type ScriptBytes = { beforeIdle: number; all: number };

/** Loads the page and waits until it is live and quiet. */
export async function measureScriptBytes(browser: Browser, url: string): Promise<ScriptBytes> {
  const page = await browser.newPage({ viewport: { width: 412, height: 823 } });
  await page.addInitScript(() => {
    addEventListener("DOMContentLoaded", () =>
      requestIdleCallback(() => performance.mark("first-idle")),
    );
  });
  await page.goto(url, { waitUntil: "networkidle" });
  const bytes = await page.evaluate(() => {
    const idleAt = performance.getEntriesByName("first-idle")[0]?.startTime ?? Infinity;
    const scripts = performance
      .getEntriesByType("resource")
      .filter((entry) => entry instanceof PerformanceResourceTiming)
      .filter(({ name }) => new URL(name).pathname.endsWith(".js"));
    const sum = (files: PerformanceResourceTiming[]) =>
      files.reduce((total, { transferSize }) => total + transferSize, 0);
    return {
      beforeIdle: sum(scripts.filter(({ responseEnd }) => responseEnd <= idleAt)),
      all: sum(scripts),
    };
  });
  await page.close();
  return bytes;
}
