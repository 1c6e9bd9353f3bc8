import { expect, test } from "vitest";
import { openBrowser, startCheckout } from "../../../support/browser.ts";
import { DELAYED_CARD, emailsOf, ordersOf } from "../../../support/money.ts";
import { openShop, pay, readDetail, signIn } from "../../../support/shop.ts";

const OLD = "wrong@example.com";
const NEW = "right@example.com";

/** An order whose bank takes its time. */
async function pending() {
  const shop = await openShop();
  const payment = { products: [shop.pack], card: DELAYED_CARD, email: OLD };
  const sessionId = await pay(shop, shop.browser, payment);
  await shop.settle();
  const correct = (email = NEW, browser = shop.browser) =>
    browser.post("/api/orders/address", { sessionId, email });
  async function decide(outcome: "succeeded" | "failed") {
    shop.simulator.control.settle(sessionId, outcome);
    await shop.settle();
  }
  return { shop, sessionId, correct, decide };
}

test("nobody but the buying browser corrects the address of a payment under way", async () => {
  const { shop, correct } = await pending();
  expect((await correct(NEW, openBrowser(shop))).status).toBe(403);
  expect((await correct(NEW, signIn(shop, OLD))).status).toBe(403);
  expect(ordersOf(shop)).toMatchObject([{ email: OLD, addressChanges: 0 }]);
});

test("the fourth correction is refused, before or after the payment", async () => {
  const { shop, correct, decide } = await pending();
  for (const name of ["a", "b"]) expect((await correct(`${name}@example.com`)).status).toBe(200);
  await decide("succeeded");
  expect((await correct("c@example.com")).status).toBe(200);
  expect((await correct("d@example.com")).status).toBe(409);
  expect(ordersOf(shop)).toMatchObject([{ email: "c@example.com", addressChanges: 3 }]);
});

test("the files go to the corrected address alone, and nobody is told of links", async () => {
  const { shop, sessionId, correct, decide } = await pending();
  const detail = await readDetail(shop.browser, sessionId);
  expect(detail).toMatchObject({ customerEmail: OLD, canCorrectAddress: true });
  expect(await (await correct()).json()).toEqual({ customerEmail: NEW, alsoMoved: [] });
  expect(ordersOf(shop)).toMatchObject([{ status: "processing", email: NEW, linkEpoch: 1 }]);
  await shop.settle();
  expect(emailsOf(shop).map(({ kind, recipient }) => [kind, recipient])).toEqual([
    ["order_received", OLD],
    ["order_received", NEW],
  ]);

  await decide("succeeded");
  expect(ordersOf(shop)).toMatchObject([{ status: "paid", email: NEW, addressChanges: 1 }]);
  expect(shop.mails.map(({ to }) => to)).toEqual([OLD, NEW, NEW]);
  expect(shop.mails.filter(({ text }) => text.includes("/files/"))).toMatchObject([{ to: NEW }]);
});

test("a refusal by the bank is told to the corrected address", async () => {
  const { shop, correct, decide } = await pending();
  await correct();
  await decide("failed");
  expect(emailsOf(shop).at(-1)).toMatchObject({ kind: "payment_failed", recipient: NEW });
});

test("whoever signs in with its address is not charged again on another device", async () => {
  const { shop, sessionId } = await pending();
  const device = signIn(shop, OLD);
  const again = await device.post("/api/create-checkout-session", {
    products: [{ productId: shop.pack, quantity: 1 }],
    successRouter: "/checkout/success",
    cancelRouter: "/checkout/cancel",
  });
  const { checkoutUrl } = await again.json();
  expect(checkoutUrl).toContain(`/checkout/success?sessionId=${sessionId}`);
  expect(ordersOf(shop)).toHaveLength(1);
  // A stranger's purchase of the same pack is a new one.
  await startCheckout(signIn(shop, NEW), [shop.pack]);
  expect(ordersOf(shop)).toHaveLength(2);
});
