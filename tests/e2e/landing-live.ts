import { expect, type Page } from "playwright/test";

const NOW = new Date("2026-12-01T10:00:00Z");
// The page becomes live when it is idle, at the latest after three seconds.
export const LIVE_MS = 3100;

/** Opens the page with a clock that only the test moves, and makes it live. */
export async function openAtRest(page: Page) {
  await page.clock.install({ time: NOW });
  await page.clock.pauseAt(new Date(NOW.getTime() + 1000));
  await page.goto("/");
  await page.clock.runFor(LIVE_MS);
  await waitUntilLive(page);
}

/** React leaves a mark on the root when it takes over; its effects follow at once. */
export async function waitUntilLive(page: Page) {
  await page.waitForFunction(() =>
    Object.keys(document.getElementById("root") ?? {}).some((key) => key.startsWith("__react")),
  );
  await expect(page.getByRole("timer")).toContainText("45");
}
