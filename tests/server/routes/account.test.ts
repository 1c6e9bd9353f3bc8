import { describe, expect, test } from "vitest";
import { updateRow } from "../../../db/record.ts";
import { ANSWER_MS } from "../../../server/domain/orders/visits.ts";
import { orderItems, subscriptionRecords } from "../../../db/schema.ts";
import { openBrowser, startCheckout } from "../../support/browser.ts";
import { createTestApp } from "../../support/create-test-app.ts";
import { askForCode, signedIn } from "../../support/sign-in.ts";

const ANNA = "anna@example.com";
const DELAYED_CARD = "4000000000003220";
const LIST = "/api/products/purchased-products";

async function shop() {
  const t = createTestApp();
  const pack = await t.addProduct({ name: "Premium Pack", price: 3700, contents: ["a", "b"] });
  const book = await t.addProduct({ name: "Busy Book", price: 1200, contents: ["c"] });
  const buyAs = async (email: string, options: { products?: number[]; card?: string } = {}) => {
    const { products = [pack], ...card } = options;
    const browser = openBrowser(t);
    const sessionId = await startCheckout(browser, products);
    await t.simulator.control.pay(sessionId, { email, ...card });
    await t.settle();
    return { browser, sessionId };
  };
  return { ...t, pack, book, buyAs };
}

describe("the purchase history", () => {
  test("is for nobody who is not signed in", async () => {
    const t = await shop();
    const { browser } = await t.buyAs(ANNA);
    expect((await browser.get(LIST)).status).toBe(401);
  });

  test("is empty for a new account, and shows nothing of other buyers", async () => {
    const t = await shop();
    await t.buyAs(ANNA);
    const other = await signedIn(t, "other@example.com");
    const response = await other.get(LIST);
    expect(await response.json()).toEqual([]);
    expect(response.headers.get("Cache-Control")).toBe("no-store");
  });

  test("lists what was bought as a guest with this address, with files the session opens", async () => {
    const t = await shop();
    await t.buyAs("Anna@Example.com");
    const anna = await signedIn(t, ANNA);
    const [purchase] = (await (await anna.get(LIST)).json()) as Record<string, never>[];
    expect(purchase).toMatchObject({
      productName: "Premium Pack",
      purchaseDate: t.clock.now().toISOString(),
      price: 3700,
      currency: "usd",
      billingType: "one_time",
      type: "digital",
      billingPeriod: null,
      withdrawn: false,
      fileUrl: "/files/1/Premium-Pack-1.pdf",
      downloadUrl: `/files/product/${t.pack}/Premium-Pack.zip`,
    });
    const fileUrl = String(purchase?.["fileUrl"]);
    expect((await anna.get(fileUrl)).status).toBe(200);
    expect((await (await signedIn(t, "other@example.com")).get(fileUrl)).status).toBe(404);
    expect((await openBrowser(t).get(fileUrl)).status).toBe(404);
  });

  test("that cannot be read says so by its name in the catalogue, and logs why", async () => {
    const t = await shop();
    const anna = await signedIn(t, ANNA);
    t.db.sqlite.exec("ALTER TABLE order_items RENAME TO lost");
    const response = await anna.get(LIST);
    expect(response.status).toBe(500);
    expect(await response.json()).toMatchObject({
      message: "Failed to fetch purchase history",
      code: "internal",
    });
    expect(t.logged).toContainEqual(
      expect.objectContaining({
        msg: "Failed to fetch purchase history",
        err: expect.objectContaining({ message: expect.stringContaining("order_items") }),
      }),
    );
  });

  test("lists nothing of a checkout that nobody paid, or whose payment the bank refused", async () => {
    const t = await shop();
    await startCheckout(openBrowser(t), [t.pack]);
    const { sessionId } = await t.buyAs(ANNA, { products: [t.book], card: DELAYED_CARD });
    t.simulator.control.settle(sessionId, "failed");
    await t.settle();
    const anna = await signedIn(t, ANNA);
    expect(await (await anna.get(LIST)).json()).toEqual([]);
  });

  test("lists a payment under way first, and its files once the bank has confirmed", async () => {
    const t = await shop();
    await t.buyAs(ANNA);
    t.clock.advance(60_000);
    const { sessionId } = await t.buyAs(ANNA, { products: [t.book], card: DELAYED_CARD });
    const anna = await signedIn(t, ANNA);
    const ordered = t.clock.now().toISOString();
    expect(await (await anna.get(LIST)).json()).toMatchObject([
      { paymentPending: true, purchaseDate: ordered, withdrawn: false, fileUrl: null, files: [] },
      { productName: "Premium Pack", paymentPending: false },
    ]);
    t.simulator.control.settle(sessionId, "succeeded");
    await t.settle();
    expect(await (await anna.get(LIST)).json()).toMatchObject([
      { paymentPending: false, fileUrl: expect.stringContaining("/files/") },
      { productName: "Premium Pack" },
    ]);
  });

  test("keeps a withdrawn purchase in the list, without its files", async () => {
    const t = await shop();
    await t.buyAs(ANNA);
    const now = t.clock.now();
    const withdrawn = { revokedAt: now, revokeReason: "refund" as const };
    t.db.write((tx) => updateRow(tx, orderItems, 1, withdrawn, { actor: "t", now }));
    const anna = await signedIn(t, ANNA);
    expect(await (await anna.get(LIST)).json()).toMatchObject([
      { productName: "Premium Pack", withdrawn: true, fileUrl: null, downloadUrl: null, files: [] },
    ]);
  });
});

describe("POST /api/subscriptions", () => {
  const PATH = "/api/subscriptions";

  test.each([
    ["nothing", {}, 422],
    ["an unknown session", { sessionId: "cs_test_unknown_session" }, 404],
  ])("refuses %s", async (_name, body, status) => {
    const t = await shop();
    expect((await openBrowser(t).post(PATH, body)).status).toBe(status);
    expect(t.db.select().from(subscriptionRecords).all()).toEqual([]);
  });

  test("refuses an unpaid session and one without a subscription", async () => {
    const t = await shop();
    const open = await startCheckout(openBrowser(t), [t.pack]);
    expect((await openBrowser(t).post(PATH, { sessionId: open })).status).toBe(409);
    const { sessionId } = await t.buyAs(ANNA);
    expect((await openBrowser(t).post(PATH, { sessionId })).status).toBe(422);
    expect(t.db.select().from(subscriptionRecords).all()).toEqual([]);
  });

  test("refuses the 31st call of a minute from one client", async () => {
    const t = await shop();
    const browser = openBrowser(t);
    const ask = (nth: number) => browser.post(PATH, { sessionId: `cs_test_unknown_${nth}` });
    for (let call = 0; call < 30; call++) expect((await ask(call)).status).toBe(404);
    const refused = await ask(30);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(t.simulator.control.requests()).toHaveLength(30);
  });

  test("answers 201 the first time although a webhook has made the record already", async () => {
    const t = await shop();
    const club = await t.addProduct({ name: "Club", type: "subscription", billingPeriod: "month" });
    const { browser, sessionId } = await t.buyAs(ANNA, { products: [club] });
    expect(t.db.select().from(subscriptionRecords).all()).toHaveLength(1);
    const answers = await Promise.all([1, 2, 3].map(() => browser.post(PATH, { sessionId })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 201]);
    expect(t.db.select().from(subscriptionRecords).all()).toHaveLength(1);
    const second = await t.buyAs("ben@example.com", { products: [club] });
    expect((await browser.post(PATH, { sessionId: second.sessionId })).status).toBe(201);
  });

  test("does not count a call that was refused as the first", async () => {
    const t = await shop();
    t.simulator.control.webhooks.mode = "drop";
    const club = await t.addProduct({ name: "Club", type: "subscription", billingPeriod: "month" });
    const browser = openBrowser(t);
    const sessionId = await startCheckout(browser, [club]);
    expect((await browser.post(PATH, { sessionId })).status).toBe(409);
    await t.simulator.control.pay(sessionId);
    t.clock.advance(ANSWER_MS);
    expect((await browser.post(PATH, { sessionId })).status).toBe(201);
  });

  test("records a paid subscription once, for the address that paid", async () => {
    const t = await shop();
    t.simulator.control.webhooks.mode = "drop";
    const club = await t.addProduct({ name: "Club", type: "subscription", billingPeriod: "month" });
    const browser = openBrowser(t);
    const sessionId = await startCheckout(browser, [club]);
    await t.simulator.control.pay(sessionId, { email: ANNA });
    const stranger = await signedIn(t, "other@example.com");
    expect((await stranger.post(PATH, { sessionId })).status).toBe(201);
    const again = await Promise.all(
      Array.from({ length: 10 }, () => browser.post(PATH, { sessionId })),
    );
    expect(again.map((response) => response.status)).toEqual(Array(10).fill(200));
    expect(t.db.select().from(subscriptionRecords).all()).toMatchObject([
      { email: ANNA, sessionId, status: "active" },
    ]);
  });
});

describe("POST /api/orders/find", () => {
  const PATH = "/api/orders/find";

  test("answers alike for every address, and mails only the owner of orders", async () => {
    const t = await shop();
    await t.buyAs(ANNA);
    const sent = t.mails.length;
    const answers = await Promise.all(
      [ANNA, "nobody@example.com"].map(async (email) => {
        const response = await openBrowser(t).post(PATH, { email });
        return [response.status, await response.text()];
      }),
    );
    expect(answers[0]).toEqual([200, '{"success":true}']);
    expect(answers[1]).toEqual(answers[0]);
    await t.settle();
    expect(t.mails.slice(sent).map((mail) => mail.to)).toEqual([ANNA]);
  });

  test("its code signs the owner in, in the browser that asked", async () => {
    const t = await shop();
    await t.buyAs(ANNA);
    const browser = openBrowser(t);
    await browser.post(PATH, { email: ANNA });
    await t.settle();
    const otp = /^\d{6}/.exec(t.mails.at(-1)?.subject ?? "")?.[0] ?? "";
    expect((await browser.post("/api/verify-otp", { email: ANNA, otp })).status).toBe(200);
    expect(await (await browser.get(LIST)).json()).toHaveLength(1);
  });

  test("shares its limit per address with the sign-in codes", async () => {
    const t = await shop();
    await askForCode(t, openBrowser(t), ANNA);
    for (let i = 0; i < 4; i++) await openBrowser(t).post(PATH, { email: ANNA });
    expect((await openBrowser(t).post(PATH, { email: ANNA })).status).toBe(429);
  });
});
