import { describe, expect, expectTypeOf, test } from "vitest";
import type Stripe from "stripe";
import type {
  Charge,
  Dispute,
  PaymentIntent,
  Product,
  Refund,
  Session,
} from "../../../../server/demo/payments/types.ts";
import { createHarness, line, onePack, SITE } from "./harness.ts";

test("the simulator's objects have the shapes of the SDK's types", () => {
  expectTypeOf<Session>().toExtend<Stripe.Checkout.Session>();
  expectTypeOf<PaymentIntent>().toExtend<Stripe.PaymentIntent>();
  expectTypeOf<Charge>().toExtend<Stripe.Charge>();
  expectTypeOf<Refund>().toExtend<Stripe.Refund>();
  expectTypeOf<Dispute>().toExtend<Stripe.Dispute>();
  expectTypeOf<Product>().toExtend<Stripe.Product>();
});

describe("a new session", () => {
  test("is open and unpaid and carries what it was given", async () => {
    const { stripe, nowSeconds } = createHarness();

    const session = await stripe.checkout.sessions.create(
      onePack({
        client_reference_id: "K7M2",
        customer_email: "anna@example.com",
        metadata: { order_id: "1" },
        line_items: [line("Pack", 3700), line("Workbook", 1998)],
      }),
    );

    expect(session).toMatchObject({
      object: "checkout.session",
      amount_subtotal: 5698,
      amount_total: 5698,
      client_reference_id: "K7M2",
      created: nowSeconds(),
      currency: "usd",
      customer: null,
      customer_details: { email: "anna@example.com", name: null },
      customer_email: "anna@example.com",
      expires_at: nowSeconds() + 24 * 3600,
      invoice: null,
      livemode: false,
      metadata: { order_id: "1" },
      mode: "payment",
      payment_intent: null,
      payment_status: "unpaid",
      status: "open",
      subscription: null,
      ui_mode: "hosted_page",
      url: `${SITE}/demo/pay/${session.id}`,
    });
    expect(session.id).toMatch(/^cs_test_[A-Za-z0-9]{58}$/);
    expect(session.line_items).toBeUndefined();
  });

  test("shows its lines, prices and products when they are expanded", async () => {
    const { stripe } = createHarness();

    const session = await stripe.checkout.sessions.create({
      ...onePack({ line_items: [line("Pack", 3700), line("Workbook", 999)] }),
      expand: ["line_items.data.price.product"],
    });

    expect(session.line_items).toMatchObject({
      object: "list",
      has_more: false,
      url: `/v1/checkout/sessions/${session.id}/line_items`,
    });
    expect(session.line_items?.data).toMatchObject([
      {
        object: "item",
        description: "Pack",
        quantity: 1,
        amount_total: 3700,
        price: { object: "price", product: { name: "Pack", metadata: { product_id: "pack" } } },
      },
      { description: "Workbook", price: { product: { metadata: { product_id: "workbook" } } } },
    ]);
  });
});

describe("a paid session", () => {
  test("has a payment intent with a charge that carry the metadata", async () => {
    const { control, kept, stripe } = createHarness();
    const { id } = await stripe.checkout.sessions.create(
      onePack({ payment_intent_data: { metadata: { order_id: "9" } } }),
    );

    await control.pay(id, { email: "anna@example.com", name: "Anna" });

    const session = await stripe.checkout.sessions.retrieve(id, {
      expand: ["payment_intent", "subscription"],
    });
    expect(session).toMatchObject({
      customer: null,
      customer_details: { email: "anna@example.com", name: "Anna" },
      payment_intent: {
        object: "payment_intent",
        amount: 3700,
        amount_received: 3700,
        metadata: { order_id: "9" },
        status: "succeeded",
      },
      payment_status: "paid",
      status: "complete",
      subscription: null,
      url: null,
    });
    expect(kept("charge")).toMatchObject([
      {
        object: "charge",
        amount: 3700,
        billing_details: { email: "anna@example.com", name: "Anna" },
        metadata: { order_id: "9" },
        paid: true,
        payment_method_details: { type: "card", card: { last4: "4242" } },
        refunded: false,
      },
    ]);
  });

  test("costs nothing when its lines do", async () => {
    const { control, stripe } = createHarness();
    const { id } = await stripe.checkout.sessions.create(
      onePack({ line_items: [line("Sample", 0)] }),
    );

    await control.pay(id);

    expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({
      amount_total: 0,
      payment_intent: null,
      payment_status: "no_payment_required",
      status: "complete",
    });
  });

  test("is not paid twice", async () => {
    const { control, kept, stripe } = createHarness();
    const { id } = await stripe.checkout.sessions.create(onePack());

    const first = await control.pay(id);
    const second = await control.pay(id);

    expect([first.kind, second.kind]).toEqual(["complete", "closed"]);
    expect(kept("charge")).toHaveLength(1);
  });

  test.each([
    ["4000 0000 0000 0002", "generic_decline"],
    ["4000 0000 0000 9995", "insufficient_funds"],
    ["4111 1111 1111 1111", "test_mode_live_card"],
  ])("stays open after card %s", async (card, declineCode) => {
    const { control, stripe } = createHarness();
    const { id } = await stripe.checkout.sessions.create(onePack());

    const outcome = await control.pay(id, { card });

    expect(outcome).toMatchObject({ kind: "declined", declineCode });
    expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({
      status: "open",
      payment_intent: null,
    });
    expect(control.events()).toEqual([]);
  });
});

describe("an unpaid session", () => {
  test("can be expired once", async () => {
    const { control, received, stripe } = createHarness();
    const { id } = await stripe.checkout.sessions.create(onePack());

    const expired = await stripe.checkout.sessions.expire(id);
    await control.idle();

    expect(expired).toMatchObject({ status: "expired", url: null, payment_status: "unpaid" });
    expect(received).toMatchObject([
      { type: "checkout.session.expired", data: { object: { id } } },
    ]);
    await expect(stripe.checkout.sessions.expire(id)).rejects.toThrow(/status of expired/);
    expect((await control.pay(id)).kind).toBe("closed");
  });

  test("expires by the clock, a paid one does not", async () => {
    const { advance, control, nowSeconds, stripe, types } = createHarness();
    const open = await stripe.checkout.sessions.create(
      onePack({ expires_at: nowSeconds() + 1800 }),
    );
    const paid = await stripe.checkout.sessions.create(
      onePack({ expires_at: nowSeconds() + 1800 }),
    );
    await control.pay(paid.id);

    advance(1799);
    const before = await stripe.checkout.sessions.retrieve(open.id);
    advance(1);
    const after = await stripe.checkout.sessions.retrieve(open.id);
    await control.idle();

    expect([before.status, after.status]).toEqual(["open", "expired"]);
    expect((await stripe.checkout.sessions.retrieve(paid.id)).status).toBe("complete");
    expect(types().filter((type) => type === "checkout.session.expired")).toHaveLength(1);
  });
});
