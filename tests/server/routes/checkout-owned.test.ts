import { expect, test } from "vitest";
import { checkoutBody, openBrowser, startCheckout } from "../../support/browser.ts";
import { createTestApp, SITE } from "../../support/create-test-app.ts";

const PATH = "/api/create-checkout-session";

async function shop() {
  const t = createTestApp();
  const pack = await t.addProduct({ name: "Premium Pack", price: 3700, contents: ["a", "b"] });
  const book = await t.addProduct({ name: "Dinosaur Busy Book", price: 1200, contents: ["c"] });
  return { ...t, pack, book, browser: openBrowser(t) };
}

test("what this browser owns is left out, and an all-owned cart leads to the order", async () => {
  const { browser, pack, book, simulator, settle } = await shop();
  const first = await startCheckout(browser, [pack]);
  await simulator.control.pay(first);
  await settle();
  const second = await startCheckout(browser, [pack, book]);
  expect(simulator.control.sessions().find((s) => s.id === second)?.amount_total).toBe(1200);
  const again = await browser.post(PATH, checkoutBody([pack]));
  expect(await again.json()).toEqual({
    checkoutUrl: `${SITE}/checkout/success?sessionId=${first}`,
    sessionId: first,
  });
});

test("a paid session that no webhook has reported is not sold twice", async () => {
  const { browser, pack, simulator } = await shop();
  simulator.control.webhooks.mode = "drop";
  const first = await startCheckout(browser, [pack]);
  await simulator.control.pay(first);
  expect(await startCheckout(browser, [pack])).toBe(first);
  expect(simulator.control.sessions()).toHaveLength(1);
});

test("a pack paid a moment ago, unreported yet, is left out of the next checkout", async () => {
  const { browser, pack, book, simulator } = await shop();
  simulator.control.webhooks.mode = "drop";
  const first = await startCheckout(browser, [pack]);
  await simulator.control.pay(first);
  const second = await startCheckout(browser, [pack, book]);
  expect(simulator.control.sessions().find((s) => s.id === second)?.amount_total).toBe(1200);
});

test("a pack whose delayed payment is under way is left out too", async () => {
  const { browser, pack, book, simulator, settle } = await shop();
  const first = await startCheckout(browser, [pack]);
  await simulator.control.pay(first, { card: "4000000000003220" });
  await settle();
  const second = await startCheckout(browser, [pack, book]);
  expect(simulator.control.sessions().find((s) => s.id === second)?.amount_total).toBe(1200);
  expect(await startCheckout(browser, [pack])).toBe(first);
});

test("the form of a page without script says at the order that nothing was left to pay", async () => {
  const { browser, pack, simulator, settle } = await shop();
  const first = await startCheckout(browser, [pack]);
  await simulator.control.pay(first);
  await settle();
  const order = `${SITE}/checkout/success?sessionId=${first}`;
  const start = async (successRouter: string) => {
    const fields = { productId: String(pack), successRouter, cancelRouter: "/checkout/cancel" };
    return (await browser.postForm("/checkout/start", fields)).headers.get("Location");
  };
  expect(await start(`/upsell/${pack}`)).toBe(`${order}&again=1`);
  // An offer's form would have come back to the order anyway.
  expect(await start("/checkout/success")).toBe(order);
});
