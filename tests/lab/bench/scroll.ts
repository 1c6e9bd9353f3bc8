import type { Page } from "playwright";
import { inWords, summarize } from "../../support/figures.ts";
import { fillOrders } from "./fill.ts";
import { atLeast, type Row, verdict } from "./rows.ts";
import { makeCatalogue, withAdminPage } from "./store.ts";

const ORDERS = 200_000;
const SECONDS = 5;
const GOAL_FPS = 50;
/** Time for the background jobs of the startup to finish. */
const SETTLE_MS = 5000;

/** Pixels to scroll per frame. */
const STEPS_PX = { slowly: 120, "a screen a frame": 800, "from end to end": 24_000 };

/** Measures the frame rate of the owner's grid while scrolling through all rows. */
export async function benchScroll(): Promise<Row[]> {
  const dataDir = await makeCatalogue();
  fillOrders(dataDir, ORDERS);
  return withAdminPage(dataDir, async (page, url) => {
    await page.goto(`${url}/admin/tables/orders?all-rows=1`);
    const rows = await page.locator("[role=grid]").getAttribute("aria-rowcount");
    await Bun.sleep(SETTLE_MS);
    console.log(`${rows} rows scrolled for ${SECONDS} s each:`);
    const found: Row[] = [];
    for (const [way, stepPx] of Object.entries(STEPS_PX)) {
      found.push(await countFrames(page, way, stepPx));
    }
    return found;
  });
}

async function countFrames(page: Page, way: string, stepPx: number): Promise<Row> {
  const frames = await page.evaluate(scroll, { stepPx, ms: SECONDS * 1000 });
  const row = atLeast(GOAL_FPS, {
    name: `Frames a second while ${ORDERS} rows are scrolled ${way}`,
    value: frames.length / (frames.reduce((sum, ms) => sum + ms, 0) / 1000),
    print: (value) => value.toFixed(1),
  });
  const times = inWords(summarize(frames));
  console.log(`  ${way}: ${row.figure} frames a second, each in ms: ${times}${verdict(row)}`);
  return row;
}

/** Runs in the page: scrolls by a step per frame; returns the milliseconds of each frame. */
function scroll({ stepPx, ms }: { stepPx: number; ms: number }): Promise<number[]> {
  const grid = document.querySelector("[role=grid]");
  if (!grid) throw new Error("There is no grid.");
  grid.scrollTop = 0;
  return new Promise((resolve) => {
    const frames: number[] = [];
    let startedAt: number | undefined;
    let last = 0;
    const step = (now: number) => {
      startedAt ??= now;
      if (now > startedAt) frames.push(now - last);
      last = now;
      if (now - startedAt > ms) return resolve(frames);
      grid.scrollTop += stepPx;
      requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  });
}
