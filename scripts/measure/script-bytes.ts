import type { Browser } from "playwright";

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
