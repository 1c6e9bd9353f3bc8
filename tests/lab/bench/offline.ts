import type { Page } from "playwright";
import { MESSAGE } from "../../support/contact.ts";
import { openDataDir } from "../../support/create-test-app.ts";
import { median } from "../../support/figures.ts";
import { addMessage } from "../../support/table-world.ts";
import { atMost, inMs, type Row, verdict } from "./rows.ts";
import { makeCatalogue, withAdminPage } from "./store.ts";

const EDITS = 1_000;
const GOAL_SENT_MS = 10_000;
const SEND_ROUNDS = 3;
const ROWS = 2_000;
const GOAL_OPEN_MS = 200;
const OPEN_ROUNDS = 5;
const TITLE = "Contact submissions";

/** Creates a data folder with the catalogue and `count` messages; returns it with their ids. */
async function makeMessages(count: number) {
  const dataDir = await makeCatalogue();
  const shop = await openDataDir(dataDir);
  const rows = Array.from({ length: count }, (_, nth) =>
    addMessage(shop, `Ann ${nth}`, MESSAGE.message),
  );
  shop.close();
  return { dataDir, rows };
}

function report(goalMs: number, name: string, taken: number[]): Row[] {
  const row = atMost(goalMs, { name, value: median(taken), print: inMs });
  console.log(`${name}: ${row.figure}${verdict(row)}`);
  return [row];
}

/** Measures how long a browser takes to send edits that were queued offline. */
export async function benchOutbox(): Promise<Row[]> {
  const { dataDir, rows } = await makeMessages(EDITS);
  return withAdminPage(dataDir, async (page, url) => {
    await page.goto(`${url}/admin`);
    await page.locator("[role=grid]").waitFor();
    const taken: number[] = [];
    for (let round = 0; round < SEND_ROUNDS; round++) {
      // Queue the edits on a page of the same origin that does not run the outbox.
      await page.goto(`${url}/robots.txt`);
      await page.evaluate(queueEdits, { rows, version: round + 1, nth: round });
      const startedAt = performance.now();
      await page.goto(`${url}/admin`);
      await page.evaluate(untilSent);
      taken.push(performance.now() - startedAt);
    }
    return report(GOAL_SENT_MS, `${EDITS} edits are sent from the outbox`, taken);
  });
}

type QueuedEdits = { rows: number[]; version: number; nth: number };

/** Runs in the page: queues an edit of each row, as the admin does. */
async function queueEdits({ rows, version, nth }: QueuedEdits): Promise<void> {
  const known = await indexedDB.databases();
  const { name = "" } = known.find(({ name }) => name?.startsWith("admin-")) ?? {};
  const opening = indexedDB.open(name);
  await new Promise((resolve) => opening.addEventListener("success", resolve));
  const transaction = opening.result.transaction("outbox", "readwrite");
  for (const row of rows) {
    transaction.objectStore("outbox").add({
      kind: "update",
      table: "contact_submissions",
      row,
      label: "Ann",
      values: { subject: `Edit ${nth}` },
      base: { subject: nth === 0 ? null : `Edit ${nth - 1}` },
      version,
      key: crypto.randomUUID(),
      at: Date.now(),
      tries: 0,
      state: "waiting",
    });
  }
  await new Promise((resolve) => transaction.addEventListener("complete", resolve));
  opening.result.close();
}

async function untilSent(): Promise<void> {
  const known = await indexedDB.databases();
  const { name = "" } = known.find(({ name }) => name?.startsWith("admin-")) ?? {};
  const opening = indexedDB.open(name);
  await new Promise((resolve) => opening.addEventListener("success", resolve));
  for (;;) {
    const counting = opening.result.transaction("outbox").objectStore("outbox").count();
    await new Promise((resolve) => counting.addEventListener("success", resolve));
    if (counting.result === 0) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  opening.result.close();
}

/** Measures how long a fully cached table takes to open offline. */
export async function benchOfflineTable(): Promise<Row[]> {
  const { dataDir } = await makeMessages(ROWS);
  return withAdminPage(dataDir, async (page, url) => {
    await page.goto(`${url}/admin/device`);
    await page.getByLabel("Store personal details too").check();
    await page.getByRole("link", { name: TITLE }).click();
    await page.locator("[role=grid][aria-rowcount='2001']").waitFor();
    await page.getByRole("link", { name: "On this device" }).click();
    await page.getByText("2,000 rows, read").waitFor();
    const taken: number[] = [];
    while (taken.length < OPEN_ROUNDS) taken.push(await timeOpening(page, url));
    return report(GOAL_OPEN_MS, `A stored table of ${ROWS} rows opens offline`, taken);
  });
}

/** Returns the opening time in ms, in a page that has not read the table yet. */
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
