import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { NewCheckout } from "../../../server/deps.ts";
import { AppError } from "../../../server/errors.ts";
import { stripePayments } from "../../../server/integrations/stripe/payments.ts";
import { CHECKOUT, provider } from "../../support/stripe-adapter.ts";
import { eventBody, signed } from "../../support/webhooks.ts";
import { skipPauses } from "../../support/skip-pauses.ts";

skipPauses();

describe("a failing provider", () => {
  const kinds = ["429", "500", "500-kept", "500-bare", "cut"] as const;
  test.each(kinds)("that answers %s twice gives payment_provider, not a session", async (kind) => {
    const { payments, control } = provider();
    control.faults.next({ kind, times: 2 });
    await expect(payments.createCheckout(CHECKOUT)).rejects.toMatchObject({
      code: "payment_provider",
      message: "Failed to create checkout session.",
    });
  });

  test.each(["429", "500"] as const)("that answers %s once is asked again", async (kind) => {
    const { payments, control } = provider();
    control.faults.next({ kind });
    const { id } = await payments.createCheckout(CHECKOUT);
    expect(control.sessions().map((session) => session.id)).toEqual([id]);
    const keys = control.requests().map((request) => request.idempotencyKey);
    expect(keys).toEqual([CHECKOUT.idempotencyKey, CHECKOUT.idempotencyKey]);
  });

  test("that breaks off its answer has made a session, which the same key finds again", async () => {
    const { payments, control } = provider();
    control.faults.next({ kind: "cut" });
    await expect(payments.createCheckout(CHECKOUT)).rejects.toMatchObject({
      code: "payment_provider",
    });
    const { id } = await payments.createCheckout(CHECKOUT);
    expect(control.sessions().map((session) => session.id)).toEqual([id]);
  });

  test("that hangs is given up after nine seconds at the latest", async () => {
    const { payments, control } = provider();
    control.faults.next({ kind: "hang", times: 2 });
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
    onTestFinished(() => void vi.useRealTimers());
    const started = Date.now();
    const outcome = payments.findCheckout("cs_test_hanging1").catch((error: unknown) => error);
    let ended = false;
    void outcome.then(() => (ended = true));
    while (!ended && Date.now() - started < 60_000) {
      await vi.advanceTimersByTimeAsync(100);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(Date.now() - started).toBeLessThanOrEqual(9000);
    expect(await outcome).toMatchObject({ code: "payment_provider" });
  });

  test("that refuses our key gives payment_provider, and the key is in no message", async () => {
    const { options } = provider();
    const payments = stripePayments({ ...options, secretKey: "sk_test_wrong" });
    const error = await payments.createCheckout(CHECKOUT).catch((caught: AppError) => caught);
    expect(error).toBeInstanceOf(AppError);
    expect((error as AppError).message).not.toContain("sk_test");
  });

  test("that answers with another session than the one asked for gives payment_provider", async () => {
    const { payments, options } = provider();
    const { id } = await payments.createCheckout(CHECKOUT);
    const rerouted = stripePayments({
      ...options,
      fetch: Object.assign(
        (_input: string | URL | Request, init?: RequestInit) =>
          options.fetch(`https://api.stripe.com/v1/checkout/sessions/${id}`, init),
        { preconnect: () => {} },
      ),
    });
    await expect(rerouted.findCheckout("cs_test_a_different_one")).rejects.toMatchObject({
      code: "payment_provider",
    });
  });
});

test("a session carries our order, our prices and our way back", async () => {
  const { payments, control } = provider();
  const { id, url } = await payments.createCheckout(CHECKOUT);
  const [session] = control.sessions();
  expect(session).toMatchObject({
    id,
    url,
    mode: "payment",
    amount_total: 4900,
    currency: "usd",
    customer_email: "buyer@example.com",
    client_reference_id: "K7QM-3XRT",
    metadata: { shop_id: "this-very-shop", order_number: "K7QM-3XRT" },
    success_url: CHECKOUT.successUrl,
    cancel_url: CHECKOUT.cancelUrl,
    expires_at: CHECKOUT.expiresAt.getTime() / 1000,
  });
});

test("the same key with the same content is one session", async () => {
  const { payments, control } = provider();
  const ids = await Promise.all([1, 2].map(() => payments.createCheckout(CHECKOUT)));
  expect(ids[0]).toEqual(ids[1]);
  expect(control.sessions()).toHaveLength(1);
});

describe("a session is ended", () => {
  test("not when it is complete, nor when nobody knows it", async () => {
    const { payments, control } = provider();
    const { id } = await payments.createCheckout(CHECKOUT);
    await control.pay(id);
    await payments.expireCheckout(id);
    await payments.expireCheckout("cs_test_nobody_knows");
    expect(control.sessions()).toMatchObject([{ id, status: "complete" }]);
  });

  test("not by a provider that fails, which is said", async () => {
    const { payments, control } = provider();
    const { id } = await payments.createCheckout(CHECKOUT);
    control.faults.next({ kind: "500", times: 2 });
    await expect(payments.expireCheckout(id)).rejects.toMatchObject({ code: "payment_provider" });
    expect(control.sessions()).toMatchObject([{ status: "open" }]);
  });

  test("when it is open, once and for all", async () => {
    const { payments } = provider();
    const { id } = await payments.createCheckout(CHECKOUT);
    await payments.expireCheckout(id);
    await payments.expireCheckout(id);
    expect(await payments.findCheckout(id)).toMatchObject({ status: "expired", payment: "unpaid" });
  });
});

describe("a session is read", () => {
  test("as undefined when nobody knows it", async () => {
    expect(await provider().payments.findCheckout("cs_test_nobody_knows")).toBeUndefined();
  });

  test("as open, then as paid with the payer and the payment", async () => {
    const { payments, control } = provider();
    const { id } = await payments.createCheckout(CHECKOUT);
    expect(await payments.findCheckout(id)).toMatchObject({
      id,
      status: "open",
      payment: "unpaid",
    });
    await control.pay(id, { name: "Anna Buyer" });
    expect(await payments.findCheckout(id)).toEqual({
      id,
      status: "complete",
      payment: "paid",
      amountTotal: 4900,
      linesTotal: 4900,
      discount: 0,
      currency: "usd",
      email: "buyer@example.com",
      name: "Anna Buyer",
      shopId: CHECKOUT.shopId,
      orderNumber: CHECKOUT.orderNumber,
      lines: CHECKOUT.lines,
      paymentIntentId: expect.stringMatching(/^pi_/),
      subscription: null,
    });
  });

  test("as complete and unpaid with a delayed method, as free with nothing to pay", async () => {
    const { payments, control } = provider();
    const late = await payments.createCheckout(CHECKOUT);
    await control.pay(late.id, { card: "4000000000003220" });
    expect(await payments.findCheckout(late.id)).toMatchObject({
      status: "complete",
      payment: "unpaid",
    });
    const lines = CHECKOUT.lines.map((line) => ({ ...line, price: 0 }));
    const gift = await payments.createCheckout({ ...CHECKOUT, lines, idempotencyKey: "gift" });
    await control.pay(gift.id);
    expect(await payments.findCheckout(gift.id)).toMatchObject({
      status: "complete",
      payment: "free",
      amountTotal: 0,
    });
  });

  test("with its subscription when it has a recurring line", async () => {
    const { payments, control } = provider();
    const [first] = CHECKOUT.lines;
    const club = {
      ...first,
      type: "subscription",
      billingPeriod: "month",
    } as NewCheckout["lines"][0];
    const { id } = await payments.createCheckout({ ...CHECKOUT, lines: [club] });
    await control.pay(id);
    expect(await payments.findCheckout(id)).toMatchObject({
      payment: "paid",
      subscription: {
        id: expect.stringMatching(/^sub_/),
        status: "active",
        paidUntil: expect.any(Date),
        endsAtPeriodEnd: false,
      },
    });
  });
});

describe("a list of sessions", () => {
  const all = { from: new Date(0) };

  test("tells of each how far it is, as asking about it would", async () => {
    const { payments, control } = provider();
    const ids: string[] = [];
    for (let n = 0; n < 5; n++) {
      ids.push((await payments.createCheckout({ ...CHECKOUT, idempotencyKey: `n-${n}` })).id);
    }
    const [, paid = "", late = "", refused = "", expired = ""] = ids;
    await control.pay(paid);
    await control.pay(late, { card: "4000000000003220" });
    await control.pay(refused, { card: "4000000000003220" });
    control.settle(refused, "failed");
    control.expire(expired);
    const { entries, next } = await payments.listCheckouts(all, null);
    expect(next).toBeNull();
    expect(entries.toReversed()).toEqual([
      { id: ids[0], status: "open", payment: "unpaid" },
      { id: paid, status: "complete", payment: "paid" },
      { id: late, status: "complete", payment: "unpaid" },
      { id: refused, status: "complete", payment: "failed" },
      { id: expired, status: "expired", payment: "unpaid" },
    ]);
    for (const { id, status, payment } of entries) {
      expect(await payments.findCheckout(id)).toMatchObject({ status, payment });
    }
  });

  test("goes on after a page of a hundred, and keeps to its time", async () => {
    const { payments } = provider();
    for (let n = 0; n < 101; n++) {
      await payments.createCheckout({ ...CHECKOUT, idempotencyKey: `n-${n}` });
    }
    const first = await payments.listCheckouts(all, null);
    expect(first.entries).toHaveLength(100);
    const second = await payments.listCheckouts(all, first.next);
    expect(second.entries).toHaveLength(1);
    expect(second.next).toBeNull();
    const before = await payments.listCheckouts({ ...all, to: new Date(0) }, null);
    expect(before.entries).toEqual([]);
  });

  test.each(["500", "500-bare"] as const)(
    "that fails with %s is not an empty one",
    async (kind) => {
      const { payments, control } = provider();
      control.faults.next({ kind, times: 2 });
      await expect(payments.listCheckouts(all, null)).rejects.toMatchObject({
        code: "payment_provider",
      });
    },
  );
});

test("an event is read from its signed body", async () => {
  const { payments } = provider();
  const body = eventBody({ id: "evt_7", type: "invoice.paid", objectId: "in_1" });
  expect(await payments.readEvent(body, signed(body)["Stripe-Signature"])).toEqual({
    id: "evt_7",
    type: "invoice.paid",
    about: "subscription",
    objectId: null,
    payload: body,
  });
});
