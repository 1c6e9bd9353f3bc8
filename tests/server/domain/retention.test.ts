import { expect, test, vi } from "vitest";
import { reconcile } from "../../../server/domain/money/reconcile.ts";
import { forgetOld } from "../../../server/domain/retention.ts";
import { maintain } from "../../support/money.ts";
import { queueMail } from "../../../server/domain/queue-mail.ts";
import { openBrowser } from "../../support/browser.ts";
import {
  checkout,
  DAY_MS,
  DELAYED_CARD,
  eventsOf,
  HOUR_MS,
  ordersOf,
} from "../../support/money.ts";
import { buy, openShop, type Shop } from "../../support/shop.ts";
import { askForCode } from "../../support/sign-in.ts";
import { eventBody, postWebhook, signed } from "../../support/webhooks.ts";

const ABANDONED = 60;
/** Rows that one transaction of the round may write: a few milliseconds. */
const MOST_ROWS = 250;

/** How many rows each table has. */
function rowsOf({ db: { sqlite } }: Shop): Record<string, number> {
  const tables = sqlite
    .prepare(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT GLOB '*_texts_*'",
    )
    .pluck()
    .all() as string[];
  const count = (name: string) =>
    Number(sqlite.prepare(`SELECT count(*) FROM "${name}"`).pluck().get());
  return Object.fromEntries(tables.map((name) => [name, count(name)]));
}

/** Rows written by each transaction from here on. */
function watchWrites({ db }: Shop): number[] {
  const sizes: number[] = [];
  const written = db.sqlite.prepare("SELECT total_changes()").pluck();
  const { write } = db;
  vi.spyOn(db, "write").mockImplementation((work) => {
    const before = Number(written.get());
    const result = write(work);
    sizes.push(Number(written.get()) - before);
    return result;
  });
  return sizes;
}

async function sweepAfter(shop: Shop, ms: number): Promise<void> {
  shop.clock.advance(ms);
  await maintain(shop.deps);
  await shop.settle();
}

/** What strangers leave behind: checkouts, refused debits, codes for others' addresses, forged calls. */
async function haunt(shop: Shop): Promise<void> {
  for (let n = 0; n < ABANDONED; n++) {
    const sessionId = await checkout(shop, { browser: `b${n}`, products: [shop.pack, shop.book] });
    if (n % 20 === 0) {
      const email = `refused-${n}@example.com`;
      await shop.simulator.control.pay(sessionId, { card: DELAYED_CARD, email });
      await shop.settle();
      shop.simulator.control.settle(sessionId, "failed");
    }
    const forged = eventBody({ id: `evt_forged_${n}` });
    const answer = await postWebhook(shop, forged, signed(forged, { secret: "whsec_guessed" }));
    expect(answer.status).toBe(400);
  }
  for (const name of ["a", "b", "c"]) {
    await askForCode(shop, openBrowser(shop), `stranger-${name}@example.com`);
  }
  await shop.settle();
}

test("of checkouts never paid and of forged calls no row is left, erased in short steps", async () => {
  const shop = await openShop();
  await askForCode(shop, openBrowser(shop), "buyer@example.com");
  await buy(shop, shop.browser, { products: [shop.pack] });
  await sweepAfter(shop, 36 * DAY_MS);
  await sweepAfter(shop, 31 * DAY_MS);
  const before = rowsOf(shop);

  await haunt(shop);
  await sweepAfter(shop, 25 * HOUR_MS);
  const statuses = ordersOf(shop).map(({ status }) => status);
  expect(statuses.filter((status) => status === "expired")).toHaveLength(ABANDONED - 3);
  expect(statuses.filter((status) => status === "failed")).toHaveLength(3);
  const writes = watchWrites(shop);
  await sweepAfter(shop, 88 * DAY_MS);
  expect(ordersOf(shop)).toHaveLength(ABANDONED + 1);
  await sweepAfter(shop, DAY_MS);
  const { changes: lines = 0, ...others } = rowsOf(shop);
  const { changes: linesBefore = 0, ...othersBefore } = before;
  expect(others).toEqual(othersBefore);
  // Each row has one line left, which says no more than that it is gone.
  expect(lines).toBeGreaterThan(linesBefore);
  await sweepAfter(shop, 31 * DAY_MS);
  expect(rowsOf(shop)).toEqual(before);
  expect(Math.max(...writes)).toBeLessThan(MOST_ROWS);
  expect(ordersOf(shop)).toMatchObject([{ status: "paid" }]);
});

test("a checkout that is open is not erased, however old, before the provider was asked", async () => {
  const shop = await openShop();
  shop.simulator.control.webhooks.mode = "drop";
  await checkout(shop, { browser: "b", products: [shop.pack] });
  const { payments } = shop.deps;
  const down = new Error("down");
  shop.deps.payments = { ...payments, listCheckouts: () => Promise.reject(down) };
  shop.clock.advance(400 * DAY_MS);
  await expect(reconcile(shop.deps)).rejects.toBe(down);
  await forgetOld(shop.deps);
  expect(ordersOf(shop)).toMatchObject([{ status: "open" }]);
  shop.deps.payments = payments;
  await maintain(shop.deps);
  expect(ordersOf(shop)).toEqual([]);
});

test("a handled event of the provider keeps no payload, and goes after 35 days", async () => {
  const shop = await openShop();
  const body = eventBody({ objectId: "cs_test_unknown" });
  await postWebhook(shop, body, signed(body));
  expect(eventsOf(shop)).toMatchObject([{ payload: body }]);
  await shop.settle();
  expect(eventsOf(shop)).toMatchObject([{ payload: "" }]);
  await sweepAfter(shop, 35 * DAY_MS);
  expect(eventsOf(shop)).toHaveLength(1);
  await sweepAfter(shop, HOUR_MS);
  expect(eventsOf(shop)).toEqual([]);
});

test("an event of the provider that could not be handled stays", async () => {
  const shop = await openShop();
  shop.deps.payments.findCheckout = () => Promise.reject(new Error("down"));
  const body = eventBody();
  await postWebhook(shop, body, signed(body));
  await shop.settle();
  await sweepAfter(shop, 400 * DAY_MS);
  expect(eventsOf(shop)).toMatchObject([{ payload: body, handledAt: null }]);
});

test("alarms and test mails go after 30 days", async () => {
  const shop = await openShop();
  const author = { actor: "test", now: shop.clock.now() };
  const about = { title: "Clock", text: "It is wrong.", todo: "Set it.", at: "2026-11-21" };
  const mail = { recipient: "help@example.com", author };
  shop.db.write((tx) => {
    queueMail(tx, { ...mail, uniqueKey: "a", kind: "alarm", about });
    queueMail(tx, { ...mail, uniqueKey: "b", kind: "test", about: {} });
  });
  await shop.settle();
  await sweepAfter(shop, 29 * DAY_MS);
  expect(rowsOf(shop)["emails"]).toBe(2);
  await sweepAfter(shop, 2 * DAY_MS);
  expect(rowsOf(shop)["emails"]).toBe(0);
});
