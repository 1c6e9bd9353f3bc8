import type Stripe from "stripe";
import { expect, test } from "vitest";
import { discountsOf } from "../../../../server/demo/payments/promotions.ts";
import { createHarness, line, onePack, packAndClub } from "./harness.ts";

type CouponParams = Stripe.CouponCreateParams;
type CodeParams = Partial<Stripe.PromotionCodeCreateParams>;

const HALF: CouponParams = { percent_off: 50 };
const SOON = Date.parse("2026-11-21T13:00:00Z") / 1000;
const PARAM = "discounts[0][promotion_code]";
const EXPAND = { expand: ["line_items.data.price.product", "discounts.promotion_code"] };

/** A simulator with the code SPRING. */
async function withCode(coupon: CouponParams = HALF, code: CodeParams = {}) {
  const harness = createHarness();
  const { stripe } = harness;
  const { id } = await stripe.coupons.create(coupon);
  const promotion = { type: "coupon", coupon: id } as const;
  const made = await stripe.promotionCodes.create({ promotion, code: "SPRING", ...code });
  const open = (params: Partial<Stripe.Checkout.SessionCreateParams> = {}) =>
    stripe.checkout.sessions.create({
      ...onePack(),
      discounts: [{ promotion_code: made.id }],
      ...params,
    });
  const read = (sessionId: string) => stripe.checkout.sessions.retrieve(sessionId, EXPAND);
  return { ...harness, coupon: id, code: made, open, read };
}

test("a coupon shows the products it is limited to only when asked", async () => {
  const { stripe } = createHarness();
  const product = await stripe.products.create({ name: "Pack" });
  const applies_to = { products: [product.id] };
  const { id: coupon } = await stripe.coupons.create({ percent_off: 50, applies_to });
  await stripe.promotionCodes.create({ promotion: { type: "coupon", coupon }, code: "SPRING" });
  const read = async (path: string) =>
    (await stripe.promotionCodes.list({ expand: [path] })).data[0]?.promotion.coupon;
  expect(await read("data.promotion.coupon")).not.toHaveProperty("applies_to");
  expect(await read("data.promotion.coupon.applies_to")).toMatchObject({ id: coupon, applies_to });
});

test("a coupon for an unknown product is refused", async () => {
  const { stripe } = createHarness();
  const params = { percent_off: 50, applies_to: { products: ["prod_none"] } };
  await expect(stripe.coupons.create(params)).rejects.toMatchObject({ statusCode: 400 });
});

test("the text of an active code is refused, in other letters as well", async () => {
  const { stripe, coupon } = await withCode();
  const promotion = { type: "coupon", coupon } as const;
  const again = stripe.promotionCodes.create({ promotion, code: "spring" });
  await expect(again).rejects.toMatchObject({ statusCode: 400 });
});

test("a session with a code has discounts by line, and completing it counts a use", async () => {
  const { control, open, read, stripe, code } = await withCode();
  const { id } = await open();
  expect(await read(id)).toMatchObject({
    amount_subtotal: 3700,
    amount_total: 1850,
    total_details: { amount_discount: 1850 },
    discounts: [{ promotion_code: { id: code.id, code: "SPRING" } }],
    line_items: { data: [{ amount_subtotal: 3700, amount_discount: 1850, amount_total: 1850 }] },
  });
  await control.pay(id);
  const { data } = await stripe.promotionCodes.list({ expand: ["data.promotion.coupon"] });
  expect(data).toMatchObject([
    { code: "SPRING", active: true, times_redeemed: 1, promotion: { coupon: { percent_off: 50 } } },
  ]);
});

type Coded = Awaited<ReturnType<typeof withCode>>;

test.each<[string, CodeParams, (t: Coded) => unknown]>([
  ["has expired", { expires_at: SOON }, ({ advance }) => advance(2 * 3600)],
  [
    "is used up",
    { max_redemptions: 1 },
    async ({ control, open }) => control.pay((await open()).id),
  ],
  ["was ended", {}, ({ stripe, code }) => stripe.promotionCodes.update(code.id, { active: false })],
])("a code that %s opens no session and is not listed as active", async (_name, params, end) => {
  const coded = await withCode(HALF, params);
  await end(coded);
  await expect(coded.open()).rejects.toMatchObject({ statusCode: 400, param: PARAM });
  expect((await coded.stripe.promotionCodes.list({ active: true })).data).toEqual([]);
});

test("an amount in another currency opens no session", async () => {
  const { open } = await withCode({ amount_off: 500, currency: "eur" });
  await expect(open()).rejects.toMatchObject({ statusCode: 400, param: PARAM });
});

test("a code is limited to products, and 100 % needs no payment", async () => {
  const { stripe, control, read } = createHarnessWithRead();
  const product = await stripe.products.create({ name: "Pack", metadata: { product_id: "1" } });
  const coupon = await stripe.coupons.create({
    percent_off: 100,
    applies_to: { products: [product.id] },
  });
  const promotion = { type: "coupon", coupon: coupon.id } as const;
  const code = await stripe.promotionCodes.create({ promotion, code: "FREE" });
  const discounts = [{ promotion_code: code.id }];
  const { sessions } = stripe.checkout;
  await expect(sessions.create({ ...onePack(), discounts })).rejects.toMatchObject({
    statusCode: 400,
  });
  const { product_data: _unused, ...price } = line("Pack", 3700).price_data;
  const items = [{ quantity: 1, price_data: { ...price, product: product.id } }];
  const { id } = await sessions.create({ ...onePack(), line_items: items, discounts });
  await control.pay(id);
  expect(await read(id)).toMatchObject({
    status: "complete",
    payment_status: "no_payment_required",
    amount_total: 0,
    payment_intent: null,
    line_items: { data: [{ price: { product: { name: "Pack" } } }] },
  });
});

function createHarnessWithRead() {
  const harness = createHarness();
  const read = (id: string) => harness.stripe.checkout.sessions.retrieve(id, EXPAND);
  return { ...harness, read };
}

test.each([
  ["WRONG", 3700],
  [" spring ", 1850],
])("the code %j typed on the pay page leaves %d to pay", async (typed, total) => {
  const { get, post, read, stripe } = await withCode();
  const { id } = await stripe.checkout.sessions.create({
    ...onePack(),
    allow_promotion_codes: true,
  });
  const posted = await post(`/pay/${id}`, { code: typed, apply: "1" });
  const page = await (await get(posted.headers.get("Location") ?? "")).text();
  expect(page.includes("This code is invalid.")).toBe(total === 3700);
  expect((await read(id)).amount_total).toBe(total);
});

test("an amount is spread over the lines by price, to the cent", async () => {
  const { stripe, open, coupon } = await withCode({ amount_off: 1000, currency: "usd" });
  const { line_items } = packAndClub();
  const { id } = await open({ mode: "subscription", line_items });
  const session = await stripe.checkout.sessions.retrieve(id, { expand: ["line_items"] });
  const parts = session.line_items?.data.map((item) => item.amount_discount);
  expect(parts).toEqual([787, 213]);
  const stored = await stripe.promotionCodes.list({ expand: ["data.promotion.coupon"] });
  const [found] = stored.data.map(({ promotion }) => promotion.coupon);
  if (typeof found !== "object" || found?.id !== coupon) throw new Error("no coupon");
  const lines = session.line_items?.data ?? [];
  const most = { ...found, amount_off: 99_999 } as Parameters<typeof discountsOf>[0];
  expect(discountsOf(most, lines as Parameters<typeof discountsOf>[1])).toEqual([3700, 999]);
});
