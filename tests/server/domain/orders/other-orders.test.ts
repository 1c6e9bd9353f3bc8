import { expect, test } from "vitest";
import { openBrowser, startCheckout } from "../../../support/browser.ts";
import { DAY_MS, DELAYED_CARD } from "../../../support/money.ts";
import { buy, MINUTE_MS, openShop, readDetail, type Shop, signIn } from "../../../support/shop.ts";

const buyBook = (shop: Shop, { browser = shop.browser, card = "" } = {}) =>
  buy(shop, browser, { products: [shop.book], ...(card && { card }) });

/** A shop in which this browser has bought the pack; `othersOf` is what leads away from an order. */
async function packBought() {
  const shop = await openShop();
  const pack = await buy(shop, shop.browser, { products: [shop.pack] });
  const othersOf = async (sessionId = pack, browser = shop.browser) =>
    (await readDetail(browser, sessionId)).otherOrders;
  return { shop, pack, othersOf };
}

test.each<[string, (shop: Shop) => Promise<unknown>]>([
  ["what is not paid", (shop) => startCheckout(shop.browser, [shop.book])],
  [
    "what another browser bought with the same address",
    (shop) => buyBook(shop, { browser: openBrowser(shop) }),
  ],
])("not among an order's other orders is %s", async (_name, order) => {
  const { shop, othersOf } = await packBought();
  await order(shop);
  expect(await othersOf()).toEqual([]);
});

test("orders of different days are not each other's other orders", async () => {
  const { shop, othersOf } = await packBought();
  shop.clock.advance(DAY_MS + MINUTE_MS);
  const book = await buyBook(shop);
  expect([await othersOf(), await othersOf(book)]).toEqual([[], []]);
});

test("a pack and an extra paid for the same day lead to each other, for their browser alone", async () => {
  const { shop, pack, othersOf } = await packBought();
  shop.clock.advance(MINUTE_MS);
  const book = await buyBook(shop);
  const details = [await readDetail(shop.browser, pack), await readDetail(shop.browser, book)];
  const [packNumber, bookNumber] = details.map(({ orderNumber }) => orderNumber);
  expect(details.map(({ otherOrders }) => otherOrders)).toEqual([
    [{ sessionId: book, orderNumber: bookNumber, names: ["Dinosaur Busy Book"] }],
    [{ sessionId: pack, orderNumber: packNumber, names: ["Premium Pack"] }],
  ]);
  for (const other of [openBrowser(shop), signIn(shop, "buyer@example.com")]) {
    expect((await readDetail(other, pack)).masked).toBe(false);
    expect(await othersOf(pack, other)).toEqual([]);
  }
});

test("a payment under way counts as ordered", async () => {
  const { shop, othersOf } = await packBought();
  const sessionId = await buyBook(shop, { card: DELAYED_CARD });
  expect(await othersOf()).toMatchObject([{ sessionId }]);
});
