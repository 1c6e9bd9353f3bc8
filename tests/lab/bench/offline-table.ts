import type { Page } from "playwright";
import { MESSAGE } from "../../support/contact.ts";
import { openDataDir } from "../../support/create-test-app.ts";
import { median } from "../../support/figures.ts";
import { addMessage } from "../../support/table-world.ts";
import { atMost, inMs, type Row, verdict } from "./rows.ts";
import { makeCatalogue, withAdminPage } from "./store.ts";

const ROWS = 2_000;
const GOAL_MS = 200;
const ROUNDS = 5;
const TITLE = "Contact submissions";

/** How long a table that is stored whole takes to open offline. */
export async function benchOfflineTable(): Promise<Row[]> {
  const dataDir = await makeCatalogue();
  const shop = await openDataDir(dataDir);
  for (let nth = 0; nth < ROWS; nth++) addMessage(shop, `Ann ${nth}`, MESSAGE.message);
  shop.close();
  return withAdminPage(dataDir, async (page, url) => {
    await page.goto(`${url}/admin/device`);
    await page.getByLabel("Store personal details too").check();
    await page.getByRole("link", { name: TITLE }).click();
    await page.locator("[role=grid][aria-rowcount='2001']").waitFor();
    await page.getByRole("link", { name: "On this device" }).click();
    await page.getByText("2,000 rows, read").waitFor();
    const taken: number[] = [];
    while (taken.length < ROUNDS) taken.push(await timeOpening(page, url));
    const name = `A stored table of ${ROWS} rows opens offline`;
    const row = atMost(GOAL_MS, { name, value: median(taken), print: inMs });
    console.log(`${name}: ${row.figure}${verdict(row)}`);
    return [row];
  });
}

/** In milliseconds, each time in a page that has not read the table yet. */
async function timeOpening(page: Page, url: string): Promise<number> {
  await page.goto(`${url}/admin/tables/products`);
  await page.locator("[role=grid]").waitFor();
  await page.context().setOffline(true);
  const taken = await page.evaluate(openTable, TITLE);
  await page.context().setOffline(false);
  return taken;
}

/** Runs in the page: opens a table from the sidebar; returns milliseconds until its rows are painted. */
async function openTable(title: string): Promise<number> {
  const links = [...document.querySelectorAll<HTMLElement>("nav a")];
  const startedAt = performance.now();
  links.find(({ textContent }) => textContent === title)?.click();
  const grid = `[role=grid][aria-label="${title}"][aria-rowcount="2001"] [data-row="10"] [data-column="1"]`;
  const text = () => document.querySelector(grid)?.textContent ?? "";
  while (!/\d/.test(text())) await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  return performance.now() - startedAt;
}
