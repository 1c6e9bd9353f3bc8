import { describe, expect, test } from "vitest";
import { checkoutBody, openBrowser, startCheckout } from "../../support/browser.ts";
import { SITE } from "../../support/create-test-app.ts";
import { DAY_MS, DELAYED_CARD, ordersOf } from "../../support/money.ts";
import { buy, openShop, pay, type Shop } from "../../support/shop.ts";

const PATH = "/api/create-checkout-session";

const sessionOf = ({ simulator }: Pick<Shop, "simulator">, id: string) =>
  simulator.control.sessions().find((session) => session.id === id);
const statusesOf = (shop: Shop) => ordersOf(shop).map(({ status }) => status);
/** Expected response of a checkout for products already paid in this session: its order page. */
const orderOf = (sessionId: string) => ({
  checkoutUrl: `${SITE}/checkout/success?sessionId=${sessionId}`,
  sessionId,
});

test.each([
  ["paid and reported", "normal", undefined],
  ["paid a moment ago, unreported yet,", "drop", undefined],
  ["whose delayed payment is under way", "normal", DELAYED_CARD],
] as const)(
  "a pack %s is not sold again, and left out of a larger cart",
  async (_name, mode, card) => {
    const shop = await openShop();
    const { browser, pack, book, simulator } = shop;
    simulator.control.webhooks.mode = mode;
    const first = await buy(shop, browser, { products: [pack], ...(card && { card }) });
    const again = await browser.post(PATH, checkoutBody([pack]));
    expect(await again.json()).toEqual(orderOf(first));
    expect(simulator.control.sessions()).toHaveLength(1);
    const second = await startCheckout(browser, [pack, book]);
    expect(sessionOf(shop, second)?.amount_total).toBe(1200);
  },
);

test("a pack paid a moment ago is left out of the first checkout after it", async () => {
  const shop = await openShop();
  shop.simulator.control.webhooks.mode = "drop";
  await pay(shop, shop.browser, { products: [shop.pack] });
  const second = await startCheckout(shop.browser, [shop.pack, shop.book]);
  expect(sessionOf(shop, second)?.amount_total).toBe(1200);
});

test.each([
  ["its own button", 4, 0],
  ["another button", 4, 4],
  // A sixth open checkout would expire the oldest.
  ["a sixth checkout", 5, 5],
])("a pack paid in one of many open checkouts is not sold again by %s", async (_by, count, nth) => {
  const { browser, pack, simulator } = await openShop();
  simulator.control.webhooks.mode = "drop";
  const click = async (way: number) => {
    const body = { ...checkoutBody([pack]), successRouter: `/upsell/${pack}?way=${way}` };
    return (await browser.post(PATH, body)).json();
  };
  for (let way = 0; way < count; way++) await click(way);
  const paid = simulator.control.sessions()[0]?.id ?? "";
  await simulator.control.pay(paid);
  expect(await click(nth)).toEqual(orderOf(paid));
  expect(simulator.control.sessions()).toHaveLength(count);
});

describe("the oldest of five open checkouts", () => {
  const FOUR_OPEN = Array(4).fill("open");

  async function fiveOpen() {
    const shop = await openShop();
    shop.simulator.control.webhooks.mode = "drop";
    const click = async (way: number) => {
      const body = { ...checkoutBody([shop.pack]), cancelRouter: `/checkout/cancel?way=${way}` };
      return (await shop.browser.post(PATH, body)).json();
    };
    for (let way = 0; way < 5; way++) await click(way);
    const sixth = () => startCheckout(shop.browser, [shop.book]);
    return { shop, click, sixth, oldest: shop.simulator.control.sessions()[0]?.id ?? "" };
  }

  test("is ended at the provider when a sixth is opened, and cannot be paid any more", async () => {
    const { shop, sixth, oldest } = await fiveOpen();
    const opened = await sixth();
    expect(statusesOf(shop)).toEqual(["expired", ...FOUR_OPEN, "open"]);
    const ends = [oldest, opened].map((id) => sessionOf(shop, id)?.status);
    expect(ends).toEqual(["expired", "open"]);
  });

  test("is fulfilled instead when it has been paid", async () => {
    const { shop, sixth, oldest } = await fiveOpen();
    await shop.simulator.control.pay(oldest);
    await sixth();
    expect(statusesOf(shop)).toEqual(["paid", ...FOUR_OPEN, "open"]);
  });

  test("stays open for the same click, and for another buyer's", async () => {
    const { shop, click, oldest } = await fiveOpen();
    expect(await click(0)).toMatchObject({ sessionId: oldest });
    await startCheckout(openBrowser(shop), [shop.pack]);
    expect(statusesOf(shop)).toEqual(["open", ...FOUR_OPEN, "open"]);
  });

  test("holds up a sixth where the provider cannot end it", async () => {
    const { shop, oldest } = await fiveOpen();
    const path = `/v1/checkout/sessions/${oldest}/expire`;
    shop.simulator.control.faults.next({ kind: "429", path, times: 2 });
    expect((await shop.browser.post(PATH, checkoutBody([shop.book]))).status).toBe(502);
    expect(statusesOf(shop)).toEqual(["open", ...FOUR_OPEN]);
  });
});

describe("the address of a checkout", () => {
  async function bought() {
    const shop = await openShop();
    const { browser, pack, book } = shop;
    const sessionId = await buy(shop, browser, { products: [pack], email: "anna@example.com" });
    const emailFor = async (products: number[], from = browser) =>
      sessionOf(shop, await startCheckout(from, products))?.customer_email;
    return { ...shop, sessionId, both: [pack, book], emailFor };
  }

  test("is asked of a browser that has bought nothing of the offer, or not lately", async () => {
    const { both, book, clock, emailFor, ...t } = await bought();
    expect(await emailFor([book])).toBeNull();
    expect(await emailFor(both, openBrowser(t))).toBeNull();
    clock.advance(DAY_MS);
    expect(await emailFor(both)).toBeNull();
  });

  test("is the pack's for its extra, and follows a correction", async () => {
    const { browser, both, sessionId, simulator, emailFor } = await bought();
    expect(await emailFor(both)).toBe("anna@example.com");
    expect(await emailFor(both)).toBe("anna@example.com");
    expect(simulator.control.sessions()).toHaveLength(2);
    await browser.post("/api/orders/address", { sessionId, email: "anna@example.org" });
    expect(await emailFor(both)).toBe("anna@example.org");
  });
});

test("the form of a page without script says at the order that nothing was left to pay", async () => {
  const shop = await openShop();
  const first = await buy(shop, shop.browser, { products: [shop.pack] });
  const { checkoutUrl } = orderOf(first);
  const start = async (successRouter: string) => {
    const ways = { successRouter, cancelRouter: "/checkout/cancel" };
    const fields = { productId: String(shop.pack), ...ways };
    return (await shop.browser.postForm("/checkout/start", fields)).headers.get("Location");
  };
  expect(await start(`/upsell/${shop.pack}`)).toBe(`${checkoutUrl}&again=1`);
  // This form returns to the order anyway, so the URL needs no `again`.
  expect(await start("/checkout/success")).toBe(checkoutUrl);
});
