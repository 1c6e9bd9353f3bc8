import { MESSAGE } from "../../support/contact.ts";
import { openDataDir } from "../../support/create-test-app.ts";
import { median } from "../../support/figures.ts";
import { addMessage } from "../../support/table-world.ts";
import { atMost, inMs, type Row, verdict } from "./rows.ts";
import { makeCatalogue, withAdminPage } from "./store.ts";

const EDITS = 1_000;
const GOAL_MS = 10_000;
const ROUNDS = 3;

/** How long a browser takes to send the edits that were queued offline. */
export async function benchOutbox(): Promise<Row[]> {
  const dataDir = await makeCatalogue();
  const shop = await openDataDir(dataDir);
  const rows = Array.from({ length: EDITS }, () => addMessage(shop, "Ann", MESSAGE.message));
  shop.close();
  return withAdminPage(dataDir, async (page, url) => {
    await page.goto(`${url}/admin`);
    await page.locator("[role=grid]").waitFor();
    const taken: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      // A page of the same site that sends nothing.
      await page.goto(`${url}/robots.txt`);
      await page.evaluate(queueEdits, { rows, version: round + 1, nth: round });
      const startedAt = performance.now();
      await page.goto(`${url}/admin`);
      await page.evaluate(untilSent);
      taken.push(performance.now() - startedAt);
    }
    const name = `${EDITS} edits are sent from the outbox`;
    const row = atMost(GOAL_MS, { name, value: median(taken), print: inMs });
    console.log(`${name}: ${row.figure}${verdict(row)}`);
    return [row];
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
