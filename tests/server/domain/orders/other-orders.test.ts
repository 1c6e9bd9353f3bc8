import { describe, expect, test } from "vitest";
import { openBrowser, startCheckout } from "../../../support/browser.ts";
import {
  buy,
  MINUTE_MS,
  openShop,
  pay,
  readDetail,
  type Shop,
  signIn,
} from "../../../support/shop.ts";
import { DELAYED_CARD } from "../../../support/money.ts";

const DAY_MS = 24 * 60 * MINUTE_MS;

const buyPack = (shop: Shop) => buy(shop, shop.browser, { products: [shop.pack] });
const buyBook = (shop: Shop) => buy(shop, shop.browser, { products: [shop.book] });

describe("not among an order's other orders", () => {
  test("what nobody paid", async () => {
    const shop = await openShop();
    const pack = await buyPack(shop);
    await startCheckout(shop.browser, [shop.book]);
    expect((await readDetail(shop.browser, pack)).otherOrders).toEqual([]);
  });

  test("what another browser bought with the same address", async () => {
    const shop = await openShop();
    const pack = await buyPack(shop);
    await buy(shop, openBrowser(shop), { products: [shop.book] });
    expect((await readDetail(shop.browser, pack)).otherOrders).toEqual([]);
  });

  test("what was bought on another day", async () => {
    const shop = await openShop();
    const pack = await buyPack(shop);
    shop.clock.advance(DAY_MS + MINUTE_MS);
    const book = await buyBook(shop);
    expect((await readDetail(shop.browser, pack)).otherOrders).toEqual([]);
    expect((await readDetail(shop.browser, book)).otherOrders).toEqual([]);
  });

  test("anything, for a foreign browser and for the owner's other device", async () => {
    const shop = await openShop();
    const pack = await buyPack(shop);
    await buyBook(shop);
    const stranger = await readDetail(openBrowser(shop), pack);
    expect(stranger).toMatchObject({ masked: false, otherOrders: [] });
    const owner = await readDetail(signIn(shop, "buyer@example.com"), pack);
    expect(owner).toMatchObject({ masked: false, otherOrders: [] });
  });
});

test("a pack and an extra paid for the same day lead to each other", async () => {
  const shop = await openShop();
  const pack = await buyPack(shop);
  shop.clock.advance(MINUTE_MS);
  const book = await buyBook(shop);
  const packDetail = await readDetail(shop.browser, pack);
  const bookDetail = await readDetail(shop.browser, book);
  expect(packDetail.otherOrders).toEqual([
    { sessionId: book, orderNumber: bookDetail.orderNumber, names: ["Dinosaur Busy Book"] },
  ]);
  expect(bookDetail.otherOrders).toEqual([
    { sessionId: pack, orderNumber: packDetail.orderNumber, names: ["Premium Pack"] },
  ]);
});

test("a payment under way counts as ordered", async () => {
  const shop = await openShop();
  const pack = await buyPack(shop);
  const book = await pay(shop, shop.browser, { products: [shop.book], card: DELAYED_CARD });
  await shop.settle();
  expect((await readDetail(shop.browser, pack)).otherOrders).toMatchObject([{ sessionId: book }]);
});
