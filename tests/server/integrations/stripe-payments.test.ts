import { describe, expect, test } from "vitest";
import { AppError } from "../../../server/errors.ts";
import { stripePayments } from "../../../server/integrations/stripe/payments.ts";
import type { Payments } from "../../../server/ports/payments.ts";
import { DELAYED_CARD } from "../../support/money.ts";
import { CHECKOUT, provider } from "../../support/stripe-adapter.ts";
import { skipPauses } from "../../support/skip-pauses.ts";

skipPauses();

const FAILURE = { code: "payment_provider" };
const ALL = { from: new Date(0) };

/** Creates a provider with an open checkout session. */
async function opened() {
  const { payments, control, options } = provider();
  const { id, url } = await payments.createCheckout(CHECKOUT);
  return { payments, control, options, id, url, find: () => payments.findCheckout(id) };
}

describe("a failing provider", () => {
  test.each(["429", "500"] as const)("that answers %s once is asked again", async (kind) => {
    const { payments, control } = provider();
    control.faults.next({ kind });
    const { id } = await payments.createCheckout(CHECKOUT);
    expect(control.sessions()).toMatchObject([{ id }]);
    const keys = control.requests().map((request) => request.idempotencyKey);
    expect(keys).toEqual([CHECKOUT.idempotencyKey, CHECKOUT.idempotencyKey]);
  });

  test("that breaks off its answer has made a session, which the same key finds again", async () => {
    const { payments, control } = provider();
    control.faults.next({ kind: "cut" });
    await expect(payments.createCheckout(CHECKOUT)).rejects.toMatchObject(FAILURE);
    const found = await Promise.all([1, 2].map(() => payments.createCheckout(CHECKOUT)));
    expect(found[0]).toEqual(found[1]);
    expect(control.sessions()).toMatchObject([{ id: found[0]?.id }]);
  });

  test("that refuses our key gives payment_provider, and the key is in no message", async () => {
    const payments = stripePayments({ ...provider().options, secretKey: "sk_test_wrong" });
    const error = await payments.createCheckout(CHECKOUT).catch((caught: AppError) => caught);
    expect(error).toBeInstanceOf(AppError);
    expect((error as AppError).message).not.toContain("sk_test");
  });

  test("that answers with another session than the one asked for gives payment_provider", async () => {
    const { options, id } = await opened();
    const url = `https://api.stripe.com/v1/checkout/sessions/${id}`;
    const fetch = Object.assign(
      (_input: string | URL | Request, init?: RequestInit) => options.fetch(url, init),
      { preconnect: () => {} },
    );
    const rerouted = stripePayments({ ...options, fetch });
    await expect(rerouted.findCheckout("cs_test_a_different_one")).rejects.toMatchObject(FAILURE);
  });

  test.each(["500", "500-bare"] as const)("that fails with %s has no empty list", async (kind) => {
    const { payments, control } = provider();
    control.faults.next({ kind, times: 2 });
    await expect(payments.listCheckouts(ALL, null)).rejects.toMatchObject(FAILURE);
  });
});

test("a session carries our order, our prices and our way back", async () => {
  const { control, id, url } = await opened();
  expect(control.sessions()).toMatchObject([
    {
      id,
      url,
      mode: "payment",
      amount_total: 4900,
      currency: "usd",
      customer_email: "buyer@example.com",
      metadata: { shop_id: "this-very-shop", order_number: "K7QM-3XRT" },
      success_url: CHECKOUT.successUrl,
      cancel_url: CHECKOUT.cancelUrl,
      expires_at: CHECKOUT.expiresAt.getTime() / 1000,
    },
  ]);
});

test("a customer that the key may not read is refused, so that the caller can leave it out", async () => {
  const { options } = provider();
  const error = { type: "invalid_request_error", message: "The key lacks rak_customer_read." };
  const fetch = Object.assign(async () => Response.json({ error }, { status: 403 }), {
    preconnect: () => {},
  });
  const payments = stripePayments({ ...options, fetch });
  const create = (customerId: string | null) =>
    payments.createCheckout({ ...CHECKOUT, customerId });
  await expect(create("cus_1")).rejects.toMatchObject({ cause: { name: "CallRefused" } });
  await expect(create(null)).rejects.toMatchObject({
    ...FAILURE,
    cause: expect.not.objectContaining({ name: "CallRefused" }),
  });
});

test.each([
  [false, {}, null],
  [true, {}, expect.stringMatching(/^cus_/)],
  [true, { type: "subscription", billingPeriod: "month" }, null],
])(
  "with savesCard %j and lines %j, a paid session has the customer %j",
  async (savesCard, line, customerId) => {
    const { payments, control } = provider();
    const lines = CHECKOUT.lines.map((each) => ({ ...each, ...line }) as typeof each);
    const { id } = await payments.createCheckout({ ...CHECKOUT, savesCard, lines, invoice: true });
    await control.pay(id);
    expect(await payments.findCheckout(id)).toMatchObject({ payment: "paid", customerId });
  },
);

describe("a session is ended", () => {
  test("not when it is complete, nor when it is unknown", async () => {
    const { payments, control, id } = await opened();
    await control.pay(id);
    await payments.expireCheckout(id);
    await payments.expireCheckout("cs_test_nobody_knows");
    expect(control.sessions()).toMatchObject([{ id, status: "complete" }]);
  });

  test("not by a provider that fails, which is said", async () => {
    const { payments, control, id } = await opened();
    control.faults.next({ kind: "500", times: 2 });
    await expect(payments.expireCheckout(id)).rejects.toMatchObject(FAILURE);
    expect(control.sessions()).toMatchObject([{ status: "open" }]);
  });

  test("when it is open, once and for all", async () => {
    const { payments, id, find } = await opened();
    for (let time = 0; time < 2; time++) await payments.expireCheckout(id);
    expect(await find()).toMatchObject({ status: "expired", payment: "unpaid" });
  });
});

describe("a session is read", () => {
  test("as undefined when it is unknown", async () => {
    expect(await provider().payments.findCheckout("cs_test_nobody_knows")).toBeUndefined();
  });

  test("as open, then as paid with the payer and the payment", async () => {
    const { control, id, find } = await opened();
    expect(await find()).toMatchObject({ id, status: "open", payment: "unpaid" });
    await control.pay(id, { name: "Anna Buyer" });
    expect(await find()).toEqual({
      id,
      status: "complete",
      payment: "paid",
      amountTotal: 4900,
      linesTotal: 4900,
      discount: 0,
      discountCode: null,
      tax: 0,
      addedTax: 0,
      currency: "usd",
      email: "buyer@example.com",
      name: "Anna Buyer",
      country: null,
      taxId: null,
      termsAccepted: false,
      promotionsConsent: false,
      recoveryUrl: null,
      recoveredFrom: null,
      invoice: null,
      awaitsInvoice: false,
      shopId: CHECKOUT.shopId,
      orderNumber: CHECKOUT.orderNumber,
      lines: CHECKOUT.lines.map(
        ({ description: _text, pictureUrl: _picture, providerProductId: _id, ...line }) => ({
          ...line,
          total: line.price,
          tax: 0,
          taxRate: null,
        }),
      ),
      paymentIntentId: expect.stringMatching(/^pi_/),
      customerId: null,
      subscription: null,
    });
  });

  test("as free with nothing to pay, and with its subscription where a line recurs", async () => {
    const { payments, control } = provider();
    const paidWith = async (line: object) => {
      const lines = CHECKOUT.lines.map((each) => ({ ...each, ...line }));
      const idempotencyKey = JSON.stringify(line);
      const { id } = await payments.createCheckout({ ...CHECKOUT, lines, idempotencyKey });
      await control.pay(id);
      return payments.findCheckout(id);
    };
    const free = { status: "complete", payment: "free", amountTotal: 0 };
    expect(await paidWith({ price: 0 })).toMatchObject(free);
    const subscription = {
      id: expect.stringMatching(/^sub_/),
      status: "active",
      paidUntil: expect.any(Date),
      endsAtPeriodEnd: false,
    };
    const recurring = { type: "subscription", billingPeriod: "month" };
    expect(await paidWith(recurring)).toMatchObject({ payment: "paid", subscription });
  });
});

describe("a list of sessions", () => {
  test("tells of each how far it is, as asking about it would", async () => {
    const { payments, control } = provider();
    const ids: string[] = [];
    for (let n = 0; n < 5; n++) {
      ids.push((await payments.createCheckout({ ...CHECKOUT, idempotencyKey: `n-${n}` })).id);
    }
    const [open, paid = "", late = "", refused = "", expired = ""] = ids;
    await control.pay(paid);
    for (const id of [late, refused]) await control.pay(id, { card: DELAYED_CARD });
    control.settle(refused, "failed");
    control.expire(expired);
    const { entries, next } = await payments.listCheckouts(ALL, null);
    expect(next).toBeNull();
    expect(entries.toReversed()).toEqual([
      { id: open, status: "open", payment: "unpaid" },
      { id: paid, status: "complete", payment: "paid" },
      { id: late, status: "complete", payment: "unpaid" },
      { id: refused, status: "complete", payment: "failed" },
      { id: expired, status: "expired", payment: "unpaid" },
    ]);
    for (const entry of entries) {
      expect(await payments.findCheckout(entry.id)).toMatchObject(entry);
    }
  });

  test("goes on after a page of a hundred, and keeps to its time", async () => {
    const { payments } = provider();
    for (let n = 0; n < 101; n++) {
      await payments.createCheckout({ ...CHECKOUT, idempotencyKey: `n-${n}` });
    }
    const first = await payments.listCheckouts(ALL, null);
    const second = await payments.listCheckouts(ALL, first.next);
    expect([first, second].map(({ entries }) => entries.length)).toEqual([100, 1]);
    expect(second.next).toBeNull();
    const before = await payments.listCheckouts({ ...ALL, to: new Date(0) }, null);
    expect(before.entries).toEqual([]);
  });
});

describe("a product at the provider", () => {
  async function saved() {
    const { payments, context, control } = provider();
    const [line] = CHECKOUT.lines.slice(0, 1).map((each) => ({ ...each, description: "Pages" }));
    if (!line) throw new Error("no line");
    const id = await payments.saveProduct(line);
    const find = () => context.store.find("product", id);
    const archive = () => {
      const product = find();
      if (product) context.store.put("product", { ...product, active: false });
    };
    const open = (idempotencyKey: string, providerProductId = id) =>
      payments.createCheckout({
        ...CHECKOUT,
        idempotencyKey,
        lines: [{ ...line, providerProductId }],
      });
    return { open, archive, find, control };
  }

  test("that is archived is restored by its first checkout, or by the next after a refusal", async () => {
    const { open, archive, find, control } = await saved();
    archive();
    await open("archived before its first update");
    expect(find()).toMatchObject({ active: true });
    archive();
    await expect(open("archived after it")).rejects.toMatchObject({
      ...FAILURE,
      cause: { name: "CallRefused" },
    });
    await open("restored");
    expect(find()).toMatchObject({ active: true });
    expect(control.sessions()).toHaveLength(2);
  });

  test("that is deleted can be bought, and is not created again by each checkout", async () => {
    const { open, control } = await saved();
    for (const key of ["first", "second"]) await open(key, "prod_deleted");
    const created = control.requests().filter(({ path }) => path === "/v1/products");
    expect(created).toHaveLength(1);
    expect(control.sessions()).toHaveLength(2);
  });
});

test.each<[string, (payments: Payments) => Promise<unknown>]>([
  ["list codes", (payments) => payments.listPromotionCodes({ activeOnly: true, after: null })],
  ["end codes", (payments) => payments.endPromotionCode("promo_1")],
  [
    "change products",
    (payments) =>
      payments.saveProduct({
        productId: 1,
        providerProductId: "prod_1",
        name: "Pack",
        description: null,
        pictureUrl: null,
      }),
  ],
])("a key that may not %s is a refusal of that call", async (_name, call) => {
  const error = { type: "invalid_request_error", message: "The key lacks a permission." };
  const fetch = Object.assign(async () => Response.json({ error }, { status: 403 }), {
    preconnect: () => {},
  });
  const payments = stripePayments({ ...provider().options, fetch });
  await expect(call(payments)).rejects.toMatchObject({
    ...FAILURE,
    cause: expect.objectContaining({ name: "CallRefused", message: error.message }),
  });
});
