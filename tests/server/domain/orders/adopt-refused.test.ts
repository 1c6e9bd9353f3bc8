import { expect, test } from "vitest";
import { shopIdOf } from "../../../../server/config/shop-id.ts";
import { openBrowser } from "../../../support/browser.ts";
import { type ClubShop, restored, type Sale, sellElsewhere } from "../../../support/forgotten.ts";
import {
  checkout,
  emailsOf,
  eventsOf,
  itemsOf,
  openClubShop,
  ordersOf,
  sweepForQuarter,
} from "../../../support/money.ts";
import { buy, DETAIL } from "../../../support/shop.ts";

const OURS = "K7QM-3XRT";

/** The round has seen these sessions and made no order of them; their pages find none. */
async function expectNoOrder(shop: ClubShop, sessionIds: string[]): Promise<void> {
  await sweepForQuarter(shop);
  expect([ordersOf(shop), emailsOf(shop)]).toEqual([[], []]);
  expect(eventsOf(shop).every((event) => event.handledAt !== null)).toBe(true);
  for (const sessionId of sessionIds) {
    expect((await shop.browser.get(`${DETAIL}?sessionId=${sessionId}`)).status).toBe(404);
  }
}

const numbered = (order_number: string): Sale => ({ metadata: { order_number } });
const NO_PRODUCTS = ["0", "-1", "9999", "1.5", "NaN", "1e99", "__proto__", "1 OR 1=1"];
const CASES: [string, Sale][] = [
  ["without metadata", {}],
  ["with an empty number", numbered("")],
  ["with another kind of number", numbered("100234")],
  ["with a number in small letters", numbered("k7qm-3xrt")],
  ["with letters that our numbers never have", numbered("K7QM-0IOU")],
  ["with more than a number", numbered(`${OURS}\n`)],
  ["with SQL for a number", numbered(`${OURS}' OR 1=1 --`)],
  ["with our kind of number and a line of no product", numbered(OURS)],
  ...NO_PRODUCTS.map((product): [string, Sale] => [
    `with our kind of number and the product ${product}`,
    { ...numbered(OURS), lines: [{ product }] },
  ]),
];
test.each(CASES)("a session %s makes no order", async (_name, sale) => {
  const shop = await openClubShop();
  const metadata = { shop_id: shopIdOf(shop.deps), ...sale.metadata };
  await expectNoOrder(shop, [await sellElsewhere(shop, { ...sale, metadata })]);
  expect(eventsOf(shop).length).toBeGreaterThan(0);
});

test.each<[string, Record<string, string>]>([
  ["no shop", {}],
  ["an empty shop", { shop_id: "" }],
  ["another shop", { shop_id: "another-shops-id" }],
])("our kind of number and our product make no order with the id of %s", async (_name, shopId) => {
  const shop = await openClubShop();
  const metadata = { ...shopId, order_number: OURS };
  const lines = [{ product: String(shop.book) }];
  await expectNoOrder(shop, [await sellElsewhere(shop, { metadata, lines })]);
});

test("what another shop of the same catalogue on this account sells makes no order", async () => {
  const other = await openClubShop();
  const shop = await restored(other);
  shop.deps.secret = "the-secret-of-a-shop-beside-it-000000000";
  const sessionId = await buy(other, other.browser, { products: [other.pack] });
  await buy(other, openBrowser(other), { products: [other.club], email: "b@example.com" });
  other.simulator.control.refund(sessionId);
  await expectNoOrder(shop, [sessionId]);
  expect([shop.mails.length, other.mails.length]).toEqual([0, 2]);
  expect(eventsOf(shop).length).toBeGreaterThan(0);
});

test("an unpaid session of ours makes no order again", async () => {
  const lost = await openClubShop();
  lost.simulator.control.webhooks.mode = "drop";
  const open = await checkout(lost, { browser: "a", products: [lost.pack] });
  const expired = await checkout(lost, { browser: "b", products: [lost.pack] });
  lost.simulator.control.expire(expired);
  await expectNoOrder(await restored(lost), [open, expired]);
});

test("the number of an order that has a session of its own makes no second one", async () => {
  const shop = await openClubShop();
  const own = await buy(shop, shop.browser, { products: [shop.book] });
  const order_number = ordersOf(shop)[0]?.number ?? "";
  await sellElsewhere(shop, {
    metadata: { shop_id: shopIdOf(shop.deps), order_number },
    lines: [{ product: String(shop.pack) }],
  });
  await sweepForQuarter(shop);
  expect(ordersOf(shop)).toMatchObject([{ sessionId: own, totalAmount: 1200 }]);
  expect(itemsOf(shop)).toHaveLength(1);
  expect(eventsOf(shop).every((event) => event.handledAt !== null)).toBe(true);
  expect(shop.mails).toHaveLength(1);
});
