import { describe, expect, test } from "vitest";
import { ANSWER_MS } from "../../../server/domain/orders/open-checkouts.ts";
import { orderItems, subscriptionRecords } from "../../../db/schema.ts";
import { type Browser, openBrowser, startCheckout } from "../../support/browser.ts";
import { ANNA } from "../../support/login.ts";
import { DELAYED_CARD, openClubShop } from "../../support/money.ts";
import { buy, openShop } from "../../support/shop.ts";
import { signedIn } from "../../support/sign-in.ts";
import { changeRow } from "../../support/rows.ts";

const LIST = "/api/products/purchased-products";
const OTHER = "other@example.com";

const historyOf = async (browser: Browser) => (await browser.get(LIST)).json();

describe("the purchase history", () => {
  test("that cannot be read says so by its name in the catalogue, and logs why", async () => {
    const t = await openShop();
    const anna = await signedIn(t, ANNA);
    t.db.sqlite.exec("ALTER TABLE order_items RENAME TO lost");
    const response = await anna.get(LIST);
    const message = "Failed to fetch purchase history";
    expect(response.status).toBe(500);
    expect(await response.json()).toMatchObject({ message, code: "internal" });
    const err = expect.objectContaining({ message: expect.stringContaining("order_items") });
    expect(t.logged).toContainEqual(expect.objectContaining({ msg: message, err }));
  });

  test("lists nothing of a checkout that was not paid, or whose payment the bank refused", async () => {
    const t = await openShop();
    await startCheckout(openBrowser(t), [t.pack]);
    const delayed = { products: [t.book], card: DELAYED_CARD, email: ANNA };
    t.simulator.control.settle(await buy(t, t.browser, delayed), "failed");
    await t.settle();
    expect(await historyOf(await signedIn(t, ANNA))).toEqual([]);
  });

  test("lists what was bought as a guest with this address, with files the session opens", async () => {
    const t = await openShop();
    await buy(t, t.browser, { products: [t.pack], email: "Anna@Example.com" });
    const anna = await signedIn(t, ANNA);
    const fileUrl = "/files/1/Premium-Pack-1.pdf";
    expect(await historyOf(anna)).toMatchObject([
      {
        productName: "Premium Pack",
        purchaseDate: t.clock.now().toISOString(),
        price: 3700,
        currency: "usd",
        billingType: "one_time",
        type: "digital",
        billingPeriod: null,
        revoked: false,
        fileUrl,
        downloadUrl: `/files/product/${t.pack}/Premium-Pack.zip`,
      },
    ]);
    expect((await anna.get(fileUrl)).status).toBe(200);
  });

  test("lists a payment under way first, and its files once the bank has confirmed", async () => {
    const t = await openShop();
    await buy(t, t.browser, { products: [t.pack], email: ANNA });
    t.clock.advance(60_000);
    const delayed = { products: [t.book], card: DELAYED_CARD, email: ANNA };
    const sessionId = await buy(t, t.browser, delayed);
    const anna = await signedIn(t, ANNA);
    const purchaseDate = t.clock.now().toISOString();
    expect(await historyOf(anna)).toMatchObject([
      { paymentPending: true, purchaseDate, revoked: false, fileUrl: null, files: [] },
      { productName: "Premium Pack", paymentPending: false },
    ]);
    t.simulator.control.settle(sessionId, "succeeded");
    await t.settle();
    expect(await historyOf(anna)).toMatchObject([
      { paymentPending: false, fileUrl: expect.stringContaining("/files/") },
      { productName: "Premium Pack" },
    ]);
  });

  test("keeps a withdrawn purchase in the list, without its files", async () => {
    const t = await openShop();
    await buy(t, t.browser, { products: [t.pack], email: ANNA });
    const now = t.clock.now();
    const withdrawn = { revokedAt: now, revokeReason: "refund" as const };
    changeRow(t, orderItems, 1, withdrawn);
    expect(await historyOf(await signedIn(t, ANNA))).toMatchObject([
      { productName: "Premium Pack", revoked: true, fileUrl: null, downloadUrl: null, files: [] },
    ]);
  });
});

describe("POST /api/subscriptions", () => {
  const claim = async (browser: Browser, sessionId: string) =>
    (await browser.post("/api/subscriptions", { sessionId })).status;

  test("refuses an unknown session, one that is not paid, and one without a subscription", async () => {
    const t = await openClubShop();
    expect(await claim(t.browser, "cs_test_unknown_session")).toBe(404);
    expect(await claim(t.browser, await startCheckout(t.browser, [t.club]))).toBe(409);
    expect(await claim(t.browser, await buy(t, t.browser, { products: [t.pack] }))).toBe(422);
    expect(t.db.select().from(subscriptionRecords).all()).toEqual([]);
  });

  test("answers 201 the first time although a webhook has made the record already", async () => {
    const t = await openClubShop();
    const sessionId = await buy(t, t.browser, { products: [t.club], email: ANNA });
    expect(t.db.select().from(subscriptionRecords).all()).toHaveLength(1);
    const answers = await Promise.all([1, 2, 3].map(() => claim(t.browser, sessionId)));
    expect(answers.toSorted()).toEqual([200, 200, 201]);
    expect(t.db.select().from(subscriptionRecords).all()).toHaveLength(1);
    const other = openBrowser(t);
    const second = await buy(t, other, { products: [t.club], email: OTHER });
    expect(await claim(other, second)).toBe(201);
  });

  test("records a paid subscription once, for the address that paid; a refused call counts not", async () => {
    const t = await openClubShop();
    t.simulator.control.webhooks.mode = "drop";
    const sessionId = await startCheckout(t.browser, [t.club]);
    expect(await claim(t.browser, sessionId)).toBe(409);
    await t.simulator.control.pay(sessionId, { email: ANNA });
    t.clock.advance(ANSWER_MS);
    expect(await claim(await signedIn(t, OTHER), sessionId)).toBe(201);
    const again = Array.from({ length: 10 }, () => claim(t.browser, sessionId));
    expect(await Promise.all(again)).toEqual(Array(10).fill(200));
    expect(t.db.select().from(subscriptionRecords).all()).toMatchObject([
      { email: ANNA, sessionId, status: "active" },
    ]);
  });
});
