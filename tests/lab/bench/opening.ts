import type { Page } from "playwright";
import { median } from "../../support/figures.ts";
import { makeFolder } from "../torture/world.ts";
import { atMost, inMs, type Row, verdict } from "./rows.ts";
import { withAdminPage } from "./store.ts";

const OPENINGS = 9;
const GOAL_MS = 1500;

/** Measures how long the admin takes to show the rows of its first table, with an empty cache. */
export async function benchOpening(): Promise<Row[]> {
  return withAdminPage(makeFolder(), async (page, url) => {
    const taken: number[] = [];
    while (taken.length < OPENINGS) taken.push(await timeColdOpening(page, `${url}/admin`));
    const name = "The admin opens with an empty cache";
    const row = atMost(GOAL_MS, { name, value: median(taken), print: inMs });
    const [least, most] = [Math.min(...taken), Math.max(...taken)];
    console.log(`${name}: ${row.figure} (${inMs(least)} to ${inMs(most)})${verdict(row)}`);
    return [row];
  });
}

/** Returns the opening time in ms, in a browser profile that has only the session of `page`. */
async function timeColdOpening(page: Page, url: string): Promise<number> {
  const storageState = await page.context().storageState();
  const context = await page.context().browser()!.newContext({ storageState });
  const fresh = await context.newPage();
  const startedAt = performance.now();
  await fresh.goto(url);
  await fresh.locator("[role=grid] [data-row]").first().waitFor();
  const taken = performance.now() - startedAt;
  await context.close();
  return taken;
}
