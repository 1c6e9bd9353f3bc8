import { describe, expect, test } from "vitest";
import { changes, orderItems, orders, products } from "../../../db/schema.ts";
import { checkoutBody, openBrowser, startCheckout } from "../../support/browser.ts";
import { SITE } from "../../support/create-test-app.ts";
import { ordersOf } from "../../support/money.ts";
import { openShop, type Shop } from "../../support/shop.ts";
import { skipPauses } from "../../support/skip-pauses.ts";
import { changeRow } from "../../support/rows.ts";

skipPauses();

const PATH = "/api/create-checkout-session";
const START = "/checkout/start";
const WAYS = { successRouter: "/checkout/success", cancelRouter: "/checkout/cancel" };

const statusesOf = (shop: Shop) => ordersOf(shop).map(({ status }) => status);
const totalsOf = ({ simulator }: Shop) =>
  simulator.control.sessions().map((session) => session.amount_total);

describe("refused", () => {
  const line = { productId: 1, quantity: 1 };
  const lineOf = (patch: object) => ({ ...WAYS, products: [{ ...line, ...patch }] });
  const eleven = Array.from({ length: 11 }, (_, i) => ({ ...line, productId: i + 1 }));
  test.each<[string, object, string]>([
    ["no body fields", {}, ""],
    ["an empty list", { ...WAYS, products: [] }, "Please choose a product."],
    ["more than ten lines", { ...WAYS, products: eleven }, "at most 10"],
    ["quantity 2", lineOf({ quantity: 2 }), "Quantity must be 1."],
    ["a price of its own", lineOf({ productId: 99, price: 1 }), "isn't available"],
    ["an unknown product", lineOf({ productId: 99 }), "isn't available"],
    ["a product that is switched off", lineOf({ productId: 3 }), "isn't available"],
    ["an id that is no number", lineOf({ productId: "1 or 1=1" }), ""],
    ["two currencies", checkoutBody([1, 4]), "Please buy these products one at a time."],
  ])("%s", async (_name, body, text) => {
    const { addProduct, browser, db, simulator, logged } = await openShop();
    await addProduct({ name: "Hidden", active: false });
    await addProduct({ name: "Buch", price: 1200, currency: "eur" });
    const response = await browser.post(PATH, body);
    const answer = (await response.json()) as Record<string, string>;
    expect(response.status).toBe(422);
    expect(answer["message"]).toContain(text);
    expect(answer).toMatchObject({ error: answer["message"], code: "invalid" });
    const requestId = response.headers.get("X-Request-Id");
    expect(answer["requestId"]).toBe(requestId);
    const told = expect.objectContaining({ requestId, status: 422, path: PATH });
    expect(logged).toContainEqual(told);
    expect(db.select().from(orders).all()).toEqual([]);
    expect(simulator.control.requests()).toEqual([]);
  });

  const fileAsProduct = () => {
    const form = new FormData();
    form.set("productId", new File(["x"], "x.txt"));
    for (const [name, path] of Object.entries(WAYS)) form.set(name, path);
    return form;
  };
  const fields = (text: string) => new URLSearchParams(text);
  test.each<[string, () => BodyInit, type: string | null, status: number]>([
    ["nothing", () => fields(""), null, 303],
    ["no boundary", () => "a=b", "multipart/form-data", 303],
    ["a file for a product", fileAsProduct, null, 303],
    ["a product that is no number", () => fields("productId=abc"), null, 303],
    ["more than 64 kB", () => fields(`a=${"x".repeat(70_000)}`), null, 413],
  ])("a form with %s, without a fault", async (_name, body, type, status) => {
    const { app, db } = await openShop();
    const headers = { Origin: SITE, ...(type && { "Content-Type": type }) };
    const response = await app.request(SITE + START, { method: "POST", headers, body: body() });
    expect(response.status).toBe(status);
    const location = response.headers.get("Location") ?? "";
    if (status === 303) expect(location).toMatch(/^\/checkout\/error\?error=\w/);
    expect(db.select().from(orders).all()).toEqual([]);
  });
});

test("the order is stored before the provider is asked, at the database's prices", async () => {
  const { browser, db, pack, book, simulator } = await openShop();
  const response = await browser.post(PATH, checkoutBody([pack, book]));
  const { checkoutUrl, sessionId } = (await response.json()) as Record<string, string>;
  expect(response.status).toBe(200);
  expect(checkoutUrl).toMatch(`${SITE}/demo/pay/${sessionId}`);
  const [order] = db.select().from(orders).all();
  expect(order).toMatchObject({ status: "open", sessionId, totalAmount: 4900, currency: "usd" });
  const items = db.select().from(orderItems).all();
  expect(items).toMatchObject([
    { productId: pack, name: "Premium Pack", price: 3700, quantity: 1, grantedAt: null },
    { productId: book, name: "Dinosaur Busy Book", price: 1200, quantity: 1, grantedAt: null },
  ]);
  expect(items[0]?.files).toHaveLength(2);
  expect(simulator.control.sessions()[0]).toMatchObject({
    amount_total: 4900,
    mode: "payment",
    metadata: { order_number: order?.number },
    success_url: `${SITE}/checkout/success?sessionId={CHECKOUT_SESSION_ID}`,
    cancel_url: `${SITE}/checkout/cancel`,
  });
  const recorded = new Set(
    db
      .select()
      .from(changes)
      .all()
      .map((change) => change.tableName),
  );
  expect([...recorded]).toEqual(expect.arrayContaining(["orders", "order_items"]));
});

test("a subscription is sold in subscription mode, and another currency by itself", async () => {
  const { addProduct, browser, simulator } = await openShop();
  const club = await addProduct({ name: "Club", type: "subscription", billingPeriod: "month" });
  const foreign = await addProduct({ name: "Buch", price: 1200, currency: "eur" });
  await startCheckout(browser, [club]);
  await startCheckout(browser, [foreign]);
  const made = [{ mode: "subscription" }, { mode: "payment", currency: "eur" }];
  expect(simulator.control.sessions()).toMatchObject(made);
});

test("the same click, repeated, in two tabs or in another order, gives the same checkout", async () => {
  const { browser, pack, book, db, simulator } = await openShop();
  const first = await startCheckout(browser, [pack, book]);
  const clicks = [
    [pack, book],
    [book, pack],
  ].map((products) => startCheckout(browser, products));
  expect(await Promise.all(clicks)).toEqual([first, first]);
  expect(db.select().from(orders).all()).toHaveLength(1);
  expect(simulator.control.sessions()).toHaveLength(1);
});

test("two tries of one click without a cookie are one checkout; another browser has its own", async () => {
  const shop = await openShop();
  const key = { "Idempotency-Key": "3f6c1c8e-8f0a-4a9e-9a0e-d5a1a9b2c3d4" };
  const click = async (headers?: Record<string, string>) =>
    (await openBrowser(shop).post(PATH, checkoutBody([shop.pack]), headers)).json();
  const [first, second] = await Promise.all([click(key), click(key)]);
  expect(first).toEqual(second);
  expect(await click()).not.toEqual(first);
  expect(shop.simulator.control.sessions()).toHaveLength(2);
});

test("an expired checkout is replaced by a new one", async () => {
  const shop = await openShop();
  const first = await startCheckout(shop.browser, [shop.pack]);
  shop.simulator.control.expire(first);
  expect(await startCheckout(shop.browser, [shop.pack])).not.toBe(first);
  expect(statusesOf(shop)).toEqual(["expired", "open"]);
});

test("a changed price is never sold at the old one", async () => {
  const shop = await openShop();
  await startCheckout(shop.browser, [shop.pack]);
  changeRow(shop, products, shop.pack, { price: 4100 });
  await startCheckout(shop.browser, [shop.pack]);
  expect(totalsOf(shop).toSorted()).toEqual([3700, 4100]);
});

test("the form of a page without script is answered by the pay page", async () => {
  const { browser, pack } = await openShop();
  const response = await browser.postForm(START, { productId: String(pack), ...WAYS });
  expect(response.status).toBe(303);
  expect(response.headers.get("Location")).toMatch(`${SITE}/demo/pay/cs_`);
  const fields = { productId: String(pack), ...WAYS, successRouter: "//evil.example" };
  const refused = await browser.postForm(START, fields);
  expect(refused.headers.get("Location")).toMatch(/^\/checkout\/error\?error=The%20return%20path/);
});
