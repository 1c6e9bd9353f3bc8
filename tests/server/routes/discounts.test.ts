import { describe, expect, test } from "vitest";
import { products } from "../../../db/schema.ts";
import type { DiscountList } from "../../../server/contract/discounts.ts";
import { checkoutBody, startCheckout } from "../../support/browser.ts";
import {
  NEW,
  NEW_CODE,
  type NewCode,
  openWithCode,
  PATH,
  pricesOf,
} from "../../support/discount-shop.ts";
import { itemsOf, ordersOf } from "../../support/money.ts";
import { realPages } from "../../support/page-desk.ts";
import { changeRow } from "../../support/rows.ts";
import { buy, MINUTE_MS, type Shop } from "../../support/shop.ts";
import { skipPauses } from "../../support/skip-pauses.ts";

skipPauses();

const listings = ({ simulator }: Shop) =>
  simulator.control
    .requests()
    .filter(({ method, path }) => method === "GET" && path === "/v1/promotion_codes").length;

describe("a code", () => {
  test.each(["TWO WORDS", "🎁", "A".repeat(300), "..%2F", ""])(
    "that cannot be one, %j, is unknown without a provider call",
    async (text) => {
      const shop = await openWithCode();
      const before = listings(shop);
      shop.browser.cookies.set("code", encodeURIComponent(text));
      await startCheckout(shop.browser, [shop.pack]);
      if (text !== "") expect(await pricesOf(shop, text)).toEqual({});
      expect(listings(shop)).toBe(before);
      expect(shop.simulator.control.sessions()).toMatchObject([{ amount_total: 3700 }]);
    },
  );

  test("is found in any case, by one provider call a minute for all visitors", async () => {
    const shop = await openWithCode();
    const before = listings(shop);
    for (const text of ["SPRING", " spring ", "SPRINGS", "Spring"]) {
      const isKnown = text !== "SPRINGS";
      expect(await pricesOf(shop, text)).toEqual(
        isKnown ? { [shop.pack]: 1850, [shop.book]: 600 } : {},
      );
    }
    expect(listings(shop)).toBe(before + 1);
    shop.clock.advance(MINUTE_MS);
    await pricesOf(shop, "SPRING");
    expect(listings(shop)).toBe(before + 2);
  });

  test("is asked for once a minute when the provider fails, too", async () => {
    const shop = await openWithCode();
    const before = listings(shop);
    shop.simulator.control.faults.next({ kind: "500", times: 2 });
    for (let tries = 0; tries < 3; tries++) {
      expect((await shop.browser.get(`${PATH}/SPRING`)).status).toBe(502);
    }
    expect(listings(shop)).toBe(before + 2);
  });

  test.each<[string, object, object]>([
    ["an amount", { percentOff: null, amountOff: 3000 }, { 1: 700, 2: 0 }],
    ["a limit to products", { productIds: [2] }, { 2: 600 }],
  ])("with %s has its prices", async (_name, code, prices) => {
    expect(await pricesOf(await openWithCode(code), "SPRING")).toEqual(prices);
  });

  test("has expired at its time", async () => {
    const shop = await openWithCode({ expiresAt: "2026-11-21T10:00:30.000Z" });
    expect(await pricesOf(shop, "SPRING")).not.toEqual({});
    shop.clock.advance(MINUTE_MS / 2);
    shop.browser.cookies.set("code", "SPRING");
    expect(await pricesOf(shop, "SPRING")).toEqual({});
    expect(shop.browser.cookies.get("code")).toBe("");
  });
});

test.each(["/", "/products/premium-pack"])(
  "%s shows the prices of a code without script, and remembers it for the checkout",
  async (path) => {
    const shop = await openWithCode({}, { web: realPages });
    // The second request is answered from the cache.
    for (const _ of [1, 2]) await shop.browser.get(path);
    const page = await shop.browser.get(`${path}?code=spring`);
    expect(page.headers.get("Cache-Control")).toMatch(/^private/);
    const html = await page.text();
    expect(html).toMatch(/\$18\.50.*<s [^>]*>.*\$37.*with code SPRING/);
    const cookie = page.headers.getSetCookie().find((line) => line.startsWith("code="));
    expect(cookie).toBe("code=SPRING; Path=/; SameSite=Lax");
    const form = { ...checkoutBody([]), productId: String(shop.pack), products: "" };
    expect((await shop.browser.postForm("/checkout/start", form)).status).toBe(303);
    expect(shop.simulator.control.sessions()).toMatchObject([{ amount_total: 1850 }]);
  },
);

test.each(["/", "/products/premium-pack"])(
  "%s says that a code is unknown, and forgets the former one",
  async (path) => {
    const shop = await openWithCode({}, { web: realPages });
    await shop.browser.get(`${path}?code=SPRING`);
    const html = await (await shop.browser.get(`${path}?code=WINTER`)).text();
    expect(html).toContain("Your code is unknown, has ended");
    expect(html).not.toContain("with code");
    expect(shop.browser.cookies.get("code")).toBe("");
  },
);

describe("the landing page", () => {
  test("without a code in its address is the same for all", async () => {
    const shop = await openWithCode({}, { web: realPages });
    await shop.browser.get("/?code=SPRING");
    const page = await shop.browser.get("/?utm_source=SPRING");
    expect(page.headers.get("Cache-Control")).toMatch(/^public/);
    expect(await page.text()).not.toContain("with code");
  });
});

test("a code's purchase stores code, discount and what was paid for each item", async () => {
  const shop = await openWithCode({ productIds: [1] });
  shop.browser.cookies.set("code", "spring");
  await buy(shop, shop.browser, { products: [shop.pack, shop.book] });
  expect(ordersOf(shop)).toMatchObject([
    { status: "paid", totalAmount: 3050, discountAmount: 1850, discountCode: "SPRING" },
  ]);
  expect(itemsOf(shop)).toMatchObject([
    { price: 3700, paidAmount: 1850 },
    { price: 1200, paidAmount: 1200 },
  ]);
  const { codes } = (await shop.owner.call<DiscountList>("GET", PATH)).body;
  expect(codes).toMatchObject([{ uses: 1 }]);
});

type ChangeOfCode = (shop: Awaited<ReturnType<typeof openWithCode>>) => unknown;

test.each<[string, string, string, ChangeOfCode]>([
  ["ended in the admin", "Your code SPRING has ended", "", ({ end }) => end()],
  [
    "ended at the provider",
    "Your code SPRING has ended",
    "",
    ({ simulator: { context }, made }) => {
      const record = context.store.find("promotion_code", made?.id ?? "");
      if (record) context.store.put("promotion_code", { ...record, active: false });
    },
  ],
  [
    "not readable",
    "We couldn't check your code SPRING",
    "SPRING",
    ({ clock, simulator }) => {
      clock.advance(MINUTE_MS);
      simulator.control.faults.next({ kind: "500", times: 2, path: "/v1/promotion_codes" });
    },
  ],
])(
  "a code that is %s between page and payment is left out, which is said",
  async (_name, text, remembered, change) => {
    const shop = await openWithCode();
    shop.browser.cookies.set("code", "SPRING");
    await pricesOf(shop, "SPRING");
    await change(shop);
    await buy(shop, shop.browser, { products: [shop.pack] });
    expect(shop.browser.cookies.get("code")).toBe(remembered);
    expect(ordersOf(shop).filter(({ status }) => status === "paid")).toMatchObject([
      { totalAmount: 3700, discountCode: null },
    ]);
    const { control } = shop.simulator;
    const message = expect.stringContaining(text);
    expect(control.sessions()).toMatchObject([{ custom_text: { submit: { message } } }]);
    const keys = control
      .requests()
      .filter(({ method, path }) => method === "POST" && path === "/v1/checkout/sessions")
      .map(({ idempotencyKey }) => idempotencyKey);
    expect(new Set(keys).size).toBe(keys.length);
  },
);

test("a product at the provider gets its new name with the next checkout, once", async () => {
  const shop = await openWithCode({ productIds: [1] });
  const { control, context } = shop.simulator;
  const name = "Premium Pack 2";
  changeRow(shop, products, shop.pack, { name });
  const { providerProductId: id } = shop.db.select().from(products).get() ?? {};
  await startCheckout(shop.browser, [shop.pack]);
  expect(context.store.find("product", id ?? "")).toMatchObject({ name });
  const updates = () =>
    control.requests().filter(({ path }) => path.startsWith("/v1/products")).length;
  const before = updates();
  await startCheckout(shop.browser, [shop.pack, shop.book]);
  expect(updates()).toBe(before);
});

describe("the owner", () => {
  test.each<[string, NewCode | Record<string, unknown>, string]>([
    ["two words", { code: "TWO WORDS" }, "code"],
    ["a picture", { code: "🎁🎁🎁" }, "code"],
    ["300 letters", { code: "A".repeat(300) }, "code"],
    ["an active code", { code: "spring" }, "code"],
    ["no discount", { percentOff: null }, "percentOff"],
    ["two discounts", { amountOff: 100 }, "percentOff"],
    ["more than 100 %", { percentOff: 101 }, "percentOff"],
    ["a price below the provider's minimum", { percentOff: 99 }, "percentOff"],
    ["an amount of zero", { percentOff: null, amountOff: 0 }, "amountOff"],
    ["a past expiry", { expiresAt: "2026-11-20T10:00:00.000Z" }, "expiresAt"],
    ["an expiry in six years", { expiresAt: "2032-11-20T10:00:00.000Z" }, "expiresAt"],
    ["a limit of zero", { maxUses: 0 }, "maxUses"],
    ["an unknown product", { productIds: [99] }, "productIds"],
  ])("cannot create a code with %s", async (_name, code, field) => {
    const { owner, simulator } = await openWithCode();
    const body = { ...NEW, code: "OTHER", ...code };
    const refused = await owner.call<{ errors: object }>("POST", PATH, { body });
    expect(refused.status).toBe(422);
    expect(Object.keys(refused.body.errors)).toEqual([field]);
    expect(simulator.context.store.list("promotion_code")).toHaveLength(1);
  });

  test("lists codes with their products and use, ends one, and can use its text again", async () => {
    const shop = await openWithCode({ productIds: [1], maxUses: 5 });
    const { owner, made, end } = shop;
    expect(made).toMatchObject({
      code: "SPRING",
      isActive: true,
      percentOff: 50,
      products: ["Premium Pack"],
      maxUses: 5,
      uses: 0,
    });
    expect(await pricesOf(shop, "SPRING")).toEqual({ [shop.pack]: 1850 });
    expect((await end()).body.codes).toMatchObject([{ isActive: false }]);
    expect(await pricesOf(shop, "SPRING")).toEqual({});
    const again = await owner.call<DiscountList>("POST", PATH, { body: NEW });
    expect(again.body.codes.map(({ isActive }) => isActive)).toEqual([true, false]);
  });
});

describe("a call with a repeated Idempotency-Key", () => {
  test.each<[string, body: object, change: (shop: Shop) => unknown]>([
    ["", NEW_CODE, () => {}],
    [
      ", also after its product got cheaper and went off sale",
      { ...NEW_CODE, percentOff: 90, productIds: [2] },
      (shop) => changeRow(shop, products, shop.book, { price: 100, active: false }),
    ],
    [
      ", also after it expired",
      { ...NEW_CODE, expiresAt: "2026-11-21T10:00:30.000Z" },
      (shop) => shop.clock.advance(MINUTE_MS),
    ],
  ])("succeeds if its answer was lost%s", async (_name, body, change) => {
    const shop = await openWithCode();
    const { owner, simulator } = shop;
    const headers = { "Idempotency-Key": "one-click-of-the-owner" };
    const create = () => owner.call<DiscountList>("POST", PATH, { body, headers });
    await pricesOf(shop, "OTHER");
    simulator.control.faults.next({
      kind: "cut",
      path: "/v1/promotion_codes",
      method: "POST",
    });
    expect((await create()).status).toBe(502);
    const codes = () => simulator.context.store.list("promotion_code").map(({ code }) => code);
    expect(codes().toSorted()).toEqual(["OTHER", "SPRING"]);
    // Pages know the code, although the answer was lost.
    expect(await pricesOf(shop, "OTHER")).not.toEqual({});
    change(shop);
    expect((await create()).status).toBe(201);
    expect(codes()).toHaveLength(2);
  });

  test("is refused again", async () => {
    const { owner, simulator } = await openWithCode();
    const headers = { "Idempotency-Key": "one-click-of-the-owner" };
    const create = () => owner.call("POST", PATH, { body: NEW, headers });
    expect([(await create()).status, (await create()).status]).toEqual([422, 422]);
    expect(simulator.context.store.list("promotion_code")).toHaveLength(1);
  });
});
