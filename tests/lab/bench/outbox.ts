import { rm } from "node:fs/promises";
import { chromium, type Page } from "playwright";
import { MESSAGE } from "../../support/contact.ts";
import { openDataDir } from "../../support/create-test-app.ts";
import { median } from "../../support/figures.ts";
import { addMessage } from "../../support/table-world.ts";
import { makeCatalogue } from "./fill.ts";
import { chromiumPath } from "./landing.ts";
import { atMost, inMs, type Row, verdict } from "./rows.ts";
import { startDemo } from "./store.ts";

const EDITS = 1_000;
const GOAL_MS = 10_000;
const ROUNDS = 3;

/** How long an owner's browser takes to send what was edited without a connection. */
export async function benchOutbox(): Promise<Row[]> {
  const dataDir = await makeCatalogue();
  try {
    const shop = await openDataDir(dataDir);
    const rows = Array.from({ length: EDITS }, () => addMessage(shop, "Ann", MESSAGE.message));
    shop.close();
    return [await replay(dataDir, rows)];
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function replay(dataDir: string, rows: number[]): Promise<Row> {
  const store = await startDemo({ dataDir });
  const browser = await chromium.launch({
    executablePath: process.env["CHROMIUM_SHELL_PATH"] ?? (await chromiumPath()),
    args: ["--disable-gpu", ...(process.getuid?.() === 0 ? ["--no-sandbox"] : [])],
  });
  try {
    const page = await browser.newPage();
    const headers = { "Sec-Fetch-Site": "same-origin" };
    await page.request.post(`${store.url}/demo/admin`, { headers });
    await page.goto(`${store.url}/admin`);
    await page.locator("[role=grid]").waitFor();
    const took: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      // A page of the same site on which nothing sends them.
      await page.goto(`${store.url}/robots.txt`);
      const bare = await page.evaluate(sendBare, { rows, version: 2 * round + 1 });
      await page.evaluate(keepEdits, { rows, version: 2 * round + 2, nth: round });
      const kept = await sendKept(page, store.url);
      took.push(kept);
      console.log(`  from the outbox ${inMs(kept)}, without one ${inMs(bare)}`);
    }
    const name = `${EDITS} edits are sent from the outbox`;
    const row = atMost(GOAL_MS, { name, value: median(took), print: inMs });
    console.log(`${name}: ${row.figure}${verdict(row)}`);
    return row;
  } finally {
    await browser.close();
    await store.stop();
  }
}

/** From opening the admin to the last of the edits. */
async function sendKept(page: Page, url: string): Promise<number> {
  const startedAt = performance.now();
  await page.goto(`${url}/admin`);
  await page.evaluate(untilSent);
  return performance.now() - startedAt;
}

type Edits = { rows: number[]; version: number };

/** Runs in the page: the same calls one after the other, with nothing kept; returns milliseconds. */
async function sendBare({ rows, version }: Edits): Promise<number> {
  const startedAt = performance.now();
  for (const row of rows) {
    const { ok } = await fetch(`/api/tables/contact_submissions/${row}`, {
      method: "PUT",
      headers: {
        "Content-Type": "application/json",
        "Idempotency-Key": crypto.randomUUID(),
        "If-Match": `"v${version}"`,
      },
      body: JSON.stringify({ subject: `Bare ${version}` }),
    });
    if (!ok) throw new Error("An edit was refused.");
  }
  return performance.now() - startedAt;
}

/** Runs in the page: keeps an edit of each row, as the admin keeps them. */
async function keepEdits({ rows, version, nth }: Edits & { nth: number }): Promise<void> {
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
      values: { subject: `Kept ${nth}` },
      base: { subject: `Bare ${version - 1}` },
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

/** Runs in the page: waits until the outbox is empty. */
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
