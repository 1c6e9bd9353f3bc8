import { describe, expect, test } from "vitest";
import { changes, orderItems, orders, products } from "../../../db/schema.ts";
import { updateRow } from "../../../db/record.ts";
import { checkoutBody, openBrowser, startCheckout } from "../../support/browser.ts";
import { createTestApp, SITE } from "../../support/create-test-app.ts";
import { skipPauses } from "../../support/skip-pauses.ts";

skipPauses();

const PATH = "/api/create-checkout-session";

async function shop() {
  const t = createTestApp();
  const pack = await t.addProduct({ name: "Premium Pack", price: 3700, contents: ["a", "b"] });
  const book = await t.addProduct({ name: "Dinosaur Busy Book", price: 1200, contents: ["c"] });
  return { ...t, pack, book, browser: openBrowser(t) };
}

describe("refused", () => {
  const line = { productId: 1, quantity: 1 };
  const good = { successRouter: "/checkout/success", cancelRouter: "/checkout/cancel" };
  const cases: [string, unknown, number, string][] = [
    ["broken JSON", '{"products":', 400, "could not be read"],
    ["no body fields", {}, 422, ""],
    ["an empty list", { ...good, products: [] }, 422, "Please choose a product."],
    [
      "more than ten lines",
      {
        ...good,
        products: Array.from({ length: 11 }, (_, i) => ({ productId: i + 1, quantity: 1 })),
      },
      422,
      "at most 10",
    ],
    ["the same product twice", { ...good, products: [line, line] }, 422, "once"],
    [
      "quantity 2",
      { ...good, products: [{ productId: 1, quantity: 2 }] },
      422,
      "Quantity must be 1.",
    ],
    [
      "quantity 0",
      { ...good, products: [{ productId: 1, quantity: 0 }] },
      422,
      "Quantity must be 1.",
    ],
    ["quantity as text", { ...good, products: [{ productId: 1, quantity: "1" }] }, 422, "Quantity"],
    [
      "a price of its own",
      { ...good, products: [{ productId: 99, quantity: 1, price: 1 }] },
      422,
      "not available",
    ],
    [
      "an unknown product",
      { ...good, products: [{ productId: 99, quantity: 1 }] },
      422,
      "not available",
    ],
    ["a negative id", { ...good, products: [{ productId: -1, quantity: 1 }] }, 422, ""],
    [
      "an id that is no number",
      { ...good, products: [{ productId: "1 or 1=1", quantity: 1 }] },
      422,
      "",
    ],
    [
      "a foreign success path",
      { ...good, products: [line], successRouter: "//evil.example" },
      422,
      "path of this site",
    ],
    [
      "a foreign cancel path",
      { ...good, products: [line], cancelRouter: "https://evil.example" },
      422,
      "path of this site",
    ],
  ];
  test.each(cases)("%s", async (_name, body, status, text) => {
    const { browser, db, simulator, logged } = await shop();
    const response = await browser.post(PATH, body);
    const answer = (await response.json()) as Record<string, string>;
    expect(response.status).toBe(status);
    expect(answer["message"]).toContain(text);
    expect(answer["error"]).toBe(answer["message"]);
    expect(answer["code"]).toBe("invalid");
    expect(answer["requestId"]).toBe(response.headers.get("X-Request-Id"));
    expect(logged).toContainEqual(
      expect.objectContaining({ requestId: answer["requestId"], status, path: PATH }),
    );
    expect(db.select().from(orders).all()).toEqual([]);
    expect(simulator.control.requests()).toEqual([]);
  });

  test("a body that is not JSON by its type", async () => {
    const { browser } = await shop();
    const response = await browser.post(PATH, checkoutBody([1]), { "Content-Type": "text/plain" });
    expect(response.status).toBe(415);
  });

  test("a body past 64 kB", async () => {
    const { browser, db } = await shop();
    const response = await browser.post(PATH, { ...checkoutBody([1]), filler: "x".repeat(70_000) });
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ code: "too_large" });
    expect(db.select().from(orders).all()).toEqual([]);
  });

  test.each([
    [{ Origin: "https://evil.example" }],
    [{ Origin: "null" }],
    [{ "Sec-Fetch-Site": "cross-site", Origin: SITE }],
    [{ "Sec-Fetch-Site": "same-site" }],
  ])("a request from another site: %o", async (headers) => {
    const { browser, db } = await shop();
    const response = await browser.post(PATH, checkoutBody([1]), headers as Record<string, string>);
    expect(response.status).toBe(403);
    expect(db.select().from(orders).all()).toEqual([]);
  });

  test("a product that is switched off", async () => {
    const { browser, db, clock, pack } = await shop();
    db.write((tx) =>
      updateRow(tx, products, pack, { active: false }, { actor: "t", now: clock.now() }),
    );
    expect((await browser.post(PATH, checkoutBody([pack]))).status).toBe(422);
  });

  test("more than ten checkouts a minute from one client, for 90 seconds at most", async () => {
    const { browser, simulator, db } = await shop();
    const statuses: number[] = [];
    let last: Response | undefined;
    for (let i = 0; i < 30; i++) {
      last = await browser.post(PATH, { ...checkoutBody([99]) });
      statuses.push(last.status);
    }
    expect(statuses).toEqual([...Array(10).fill(422), ...Array(20).fill(429)]);
    const wait = Number(last?.headers.get("Retry-After"));
    expect(wait).toBeGreaterThan(80);
    expect(wait).toBeLessThanOrEqual(90);
    expect(simulator.control.requests()).toEqual([]);
    // A refused one is not written down.
    const counted = db.sqlite.prepare("SELECT points FROM rate_limits ORDER BY points").all();
    expect(counted).toEqual([{ points: 1 }, { points: 9 }]);
  });
});

test("stores the order before the provider is asked, at the database's prices", async () => {
  const { browser, db, pack, book, simulator } = await shop();
  const response = await browser.post(PATH, checkoutBody([pack, book]));
  const answer = (await response.json()) as { checkoutUrl: string; sessionId: string };
  expect(response.status).toBe(200);
  expect(answer.checkoutUrl).toMatch(`${SITE}/demo/pay/${answer.sessionId}`);
  const [order] = db.select().from(orders).all();
  expect(order).toMatchObject({
    status: "open",
    sessionId: answer.sessionId,
    totalAmount: 4900,
    currency: "usd",
  });
  expect(db.select().from(orderItems).all()).toMatchObject([
    { productId: pack, name: "Premium Pack", price: 3700, quantity: 1, grantedAt: null },
    { productId: book, name: "Dinosaur Busy Book", price: 1200, quantity: 1, grantedAt: null },
  ]);
  expect(db.select().from(orderItems).all()[0]?.files).toHaveLength(2);
  const session = simulator.control.sessions()[0];
  expect(session).toMatchObject({
    amount_total: 4900,
    mode: "payment",
    metadata: { order_number: order?.number },
    success_url: `${SITE}/checkout/success?sessionId={CHECKOUT_SESSION_ID}`,
    cancel_url: `${SITE}/checkout/cancel`,
  });
  expect(response.headers.getSetCookie()[0]).toMatch(
    /^buyer=[\w-]+\.[\w-]+; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/,
  );
  const recorded = db
    .select()
    .from(changes)
    .all()
    .map((change) => change.tableName);
  expect(recorded).toContain("orders");
  expect(recorded).toContain("order_items");
});

test("a subscription is sold in subscription mode", async () => {
  const { addProduct, browser, simulator } = await shop();
  const club = await addProduct({ name: "Club", type: "subscription", billingPeriod: "month" });
  await startCheckout(browser, [club]);
  expect(simulator.control.sessions()[0]).toMatchObject({ mode: "subscription" });
});

test("the same click, repeated or in two tabs, gives the same checkout", async () => {
  const { browser, pack, db, simulator } = await shop();
  const first = await startCheckout(browser, [pack]);
  const [second, third] = await Promise.all([
    startCheckout(browser, [pack]),
    startCheckout(browser, [pack]),
  ]);
  expect([second, third]).toEqual([first, first]);
  expect(db.select().from(orders).all()).toHaveLength(1);
  expect(simulator.control.sessions()).toHaveLength(1);
});

test("the same lines in another order are the same checkout", async () => {
  const { browser, pack, book, simulator } = await shop();
  const first = await startCheckout(browser, [book, pack]);
  expect(await startCheckout(browser, [pack, book])).toBe(first);
  expect(simulator.control.sessions()).toHaveLength(1);
});

test("two tries of one click from a browser without a cookie are one checkout", async () => {
  const t = await shop();
  const key = { "Idempotency-Key": "3f6c1c8e-8f0a-4a9e-9a0e-d5a1a9b2c3d4" };
  const tries = await Promise.all(
    [openBrowser(t), openBrowser(t)].map((browser) =>
      browser.post(PATH, checkoutBody([t.pack]), key).then((response) => response.json()),
    ),
  );
  expect(tries[0]).toEqual(tries[1]);
  expect(t.simulator.control.sessions()).toHaveLength(1);
});

test("another browser gets a checkout of its own", async () => {
  const t = await shop();
  const first = await startCheckout(openBrowser(t), [t.pack]);
  expect(await startCheckout(openBrowser(t), [t.pack])).not.toBe(first);
});

test("an expired checkout is replaced by a new one", async () => {
  const { browser, pack, db, simulator } = await shop();
  const first = await startCheckout(browser, [pack]);
  simulator.control.expire(first);
  const second = await startCheckout(browser, [pack]);
  expect(second).not.toBe(first);
  expect(
    db
      .select()
      .from(orders)
      .all()
      .map((order) => order.status),
  ).toEqual(["expired", "open"]);
});

test("a changed price is never sold at the old one", async () => {
  const { browser, pack, db, clock, simulator } = await shop();
  await startCheckout(browser, [pack]);
  db.write((tx) =>
    updateRow(tx, products, pack, { price: 4100 }, { actor: "t", now: clock.now() }),
  );
  await startCheckout(browser, [pack]);
  const totals = simulator.control.sessions().map((session) => session.amount_total);
  expect(totals.toSorted()).toEqual([3700, 4100]);
});

test("a failing provider gives the catalogue's text, keeps nothing live, and the next try works", async () => {
  const { browser, pack, db, simulator } = await shop();
  simulator.control.faults.next({ kind: "500", path: "/v1/checkout/sessions", times: 2 });
  const failed = await browser.post(PATH, checkoutBody([pack]));
  expect(failed.status).toBe(502);
  expect(await failed.json()).toMatchObject({
    message: "Failed to create checkout session.",
    code: "payment_provider",
  });
  expect(
    db
      .select()
      .from(orders)
      .all()
      .map((order) => order.status),
  ).toEqual(["failed"]);
  await startCheckout(browser, [pack]);
  expect(
    db
      .select()
      .from(orders)
      .all()
      .map((order) => order.status),
  ).toEqual(["failed", "open"]);
});

test("the form of a page without script is answered by the pay page", async () => {
  const { browser, pack } = await shop();
  const fields = {
    productId: String(pack),
    successRouter: "/checkout/success",
    cancelRouter: "/checkout/cancel",
  };
  const response = await browser.postForm("/checkout/start", fields);
  expect(response.status).toBe(303);
  expect(response.headers.get("Location")).toMatch(`${SITE}/demo/pay/cs_`);
  const refused = await browser.postForm("/checkout/start", {
    ...fields,
    successRouter: "//evil.example",
  });
  expect(refused.status).toBe(303);
  expect(refused.headers.get("Location")).toMatch("/checkout/error?error=The%20return%20path");
});
