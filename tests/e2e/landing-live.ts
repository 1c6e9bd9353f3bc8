import type { Page } from "playwright/test";
import { waitUntilLive } from "./shop.ts";

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
