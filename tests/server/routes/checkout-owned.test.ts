import { describe, expect, test } from "vitest";
import { orders } from "../../../db/schema.ts";
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

describe("a pack paid in one of many open checkouts, unreported yet,", () => {
  async function paidInOneOf(count: number) {
    const t = await shop();
    t.simulator.control.webhooks.mode = "drop";
    const click = async (nth: number) => {
      const body = { ...checkoutBody([t.pack]), successRouter: `/upsell/${t.pack}?way=${nth}` };
      return (await t.browser.post(PATH, body)).json();
    };
    for (let nth = 0; nth < count; nth++) await click(nth);
    const [oldest] = t.simulator.control.sessions();
    const paid = oldest?.id ?? "";
    await t.simulator.control.pay(paid);
    const order = {
      checkoutUrl: `${SITE}/checkout/success?sessionId=${paid}`,
      sessionId: paid,
    };
    return { ...t, click, order };
  }

  test.each([
    ["its own button", 0],
    ["another button", 4],
  ])("is not sold again by %s", async (_name, nth) => {
    const { click, order, simulator } = await paidInOneOf(4);
    expect(await click(nth)).toEqual(order);
    expect(simulator.control.sessions()).toHaveLength(4);
  });

  test("is found when a sixth checkout would end it", async () => {
    const { click, order, simulator } = await paidInOneOf(5);
    expect(await click(5)).toEqual(order);
    expect(simulator.control.sessions()).toHaveLength(5);
  });
});

describe("the oldest of five open checkouts", () => {
  async function fiveOpen() {
    const t = await shop();
    t.simulator.control.webhooks.mode = "drop";
    for (let nth = 0; nth < 5; nth++) {
      const body = { ...checkoutBody([t.pack]), cancelRouter: `/checkout/cancel?way=${nth}` };
      await t.browser.post(PATH, body);
    }
    const statuses = () =>
      t.db
        .select()
        .from(orders)
        .all()
        .map(({ status }) => status);
    const [oldest] = t.simulator.control.sessions();
    return { ...t, statuses, oldest: oldest?.id ?? "" };
  }
  const FOUR_OPEN = Array(4).fill("open");

  test("is ended at the provider when a sixth is opened, and cannot be paid any more", async () => {
    const { browser, book, simulator, statuses, oldest } = await fiveOpen();
    const sixth = await startCheckout(browser, [book]);
    expect(statuses()).toEqual(["expired", ...FOUR_OPEN, "open"]);
    const states = simulator.control.sessions().map(({ id, status }) => [id, status]);
    expect(states[0]).toEqual([oldest, "expired"]);
    expect(states.at(-1)).toEqual([sixth, "open"]);
  });

  test("is fulfilled instead when it has been paid", async () => {
    const { browser, book, simulator, statuses, oldest } = await fiveOpen();
    await simulator.control.pay(oldest);
    await startCheckout(browser, [book]);
    expect(statuses()).toEqual(["paid", ...FOUR_OPEN, "open"]);
  });

  test("stays open for the same click, and for another buyer's", async () => {
    const { browser, pack, statuses, oldest, ...t } = await fiveOpen();
    const again = { ...checkoutBody([pack]), cancelRouter: "/checkout/cancel?way=0" };
    expect(await (await browser.post(PATH, again)).json()).toMatchObject({ sessionId: oldest });
    await startCheckout(openBrowser(t), [pack]);
    expect(statuses()).toEqual(["open", ...FOUR_OPEN, "open"]);
  });

  test("holds up a sixth where the provider cannot end it", async () => {
    const { browser, book, simulator, statuses, oldest } = await fiveOpen();
    const path = `/v1/checkout/sessions/${oldest}/expire`;
    simulator.control.faults.next({ kind: "429", path, times: 2 });
    expect((await browser.post(PATH, checkoutBody([book]))).status).toBe(502);
    expect(statuses()).toEqual(["open", ...FOUR_OPEN]);
  });
});

describe("the address of a checkout", () => {
  async function bought({ email = "anna@example.com" } = {}) {
    const t = await shop();
    await t.simulator.control.pay(await startCheckout(t.browser, [t.pack]), { email });
    await t.settle();
    const emailOf = (id: string) =>
      t.simulator.control.sessions().find((session) => session.id === id)?.customer_email;
    return { ...t, emailOf };
  }

  test("is asked of a browser that has bought nothing of the offer, or not lately", async () => {
    const { browser, book, pack, clock, emailOf, ...t } = await bought();
    expect(emailOf(await startCheckout(browser, [book]))).toBeNull();
    expect(emailOf(await startCheckout(openBrowser(t), [pack, book]))).toBeNull();
    clock.advance(24 * 3_600_000);
    expect(emailOf(await startCheckout(browser, [pack, book]))).toBeNull();
  });

  test("is the pack's for its extra, and follows a correction", async () => {
    const { browser, book, pack, db, emailOf } = await bought();
    const first = await startCheckout(browser, [pack, book]);
    expect(emailOf(first)).toBe("anna@example.com");
    expect(await startCheckout(browser, [pack, book])).toBe(first);
    const sessionId = db.select().from(orders).all()[0]?.sessionId;
    await browser.post("/api/orders/address", { sessionId, email: "anna@example.org" });
    expect(emailOf(await startCheckout(browser, [pack, book]))).toBe("anna@example.org");
  });
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
