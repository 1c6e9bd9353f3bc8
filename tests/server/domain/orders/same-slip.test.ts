import { expect, test } from "vitest";
import { openBrowser } from "../../../support/browser.ts";
import { DELAYED_CARD, fileLink, HOUR_MS, ordersOf, statusOf } from "../../../support/money.ts";
import { buy, openShop } from "../../../support/shop.ts";

const SLIP = "anna@gmial.com";
const RIGHT = "anna@gmail.com";

/** A pack paid for with a slip in the address, as the buyer corrects it on a later order's page. */
async function boughtTwice() {
  const shop = await openShop();
  const buyPack = (email = SLIP, browser = shop.browser) =>
    buy(shop, browser, { products: [shop.pack], email });
  const buyBook = (card?: string) =>
    buy(shop, shop.browser, { products: [shop.book], email: SLIP, ...(card && { card }) });
  const correct = async (sessionId: string) => {
    const answer = await shop.browser.post("/api/orders/address", { sessionId, email: RIGHT });
    expect(answer.status).toBe(200);
    await shop.settle();
    return (await answer.json()).alsoMoved;
  };
  const addresses = () => ordersOf(shop).map(({ email }) => email);
  return { shop, buyPack, buyBook, correct, addresses };
}

test("another address, another browser's order and an old one stay where they are", async () => {
  const { shop, buyPack, buyBook, correct, addresses } = await boughtTwice();
  await buyPack("grandma@example.com");
  await buyPack(SLIP, openBrowser(shop));
  shop.clock.advance(25 * HOUR_MS);
  expect(await correct(await buyBook())).toEqual([]);
  expect(addresses()).toEqual(["grandma@example.com", SLIP, RIGHT]);

  const { shop: later, ...day } = await boughtTwice();
  await day.buyPack();
  later.clock.advance(24 * HOUR_MS);
  expect(await day.correct(await day.buyBook())).toEqual([]);
  expect(day.addresses()).toEqual([SLIP, RIGHT]);
});

test("a pack with the same slip moves along: its mail, its links, its notice", async () => {
  const { shop, buyPack, buyBook, correct, addresses } = await boughtTwice();
  await buyPack();
  const slipped = fileLink(shop.mails[0]?.text, "Premium-Pack-1");
  const book = await buyBook();
  const [pack] = ordersOf(shop);
  const before = shop.mails.length;
  expect(await correct(book)).toEqual([pack?.number]);
  expect(addresses()).toEqual([RIGHT, RIGHT]);
  expect(await statusOf(shop, slipped)).toBe(404);

  const sent = shop.mails.slice(before);
  expect(sent.map(({ to }) => to).toSorted()).toEqual([RIGHT, RIGHT, SLIP, SLIP]);
  const packMail = sent.find(({ to, text }) => to === RIGHT && text.includes(pack?.number ?? "?"));
  expect(await statusOf(shop, fileLink(packMail?.text, "Premium-Pack-1"))).toBe(200);
});

test("a payment under way moves along, and no link ends", async () => {
  const { shop, buyPack, buyBook, correct, addresses } = await boughtTwice();
  const pack = await buyPack();
  await buyBook(DELAYED_CARD);
  expect(await correct(pack)).toEqual([ordersOf(shop)[1]?.number]);
  expect(addresses()).toEqual([RIGHT, RIGHT]);
  expect(ordersOf(shop)[1]).toMatchObject({ status: "processing", linkEpoch: 1 });
});
