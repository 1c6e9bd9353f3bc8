import { describe, expect, test } from "vitest";
import { createHarness, idOf, packAndClub } from "./harness.ts";

describe("a mixed session", () => {
  test("starts a subscription whose first invoice has every line", async () => {
    const { control, kept, nowSeconds, stripe, types } = createHarness();
    const { id } = await stripe.checkout.sessions.create(
      packAndClub({
        customer_email: "anna@example.com",
        subscription_data: { metadata: { order_id: "5" } },
      }),
    );

    await control.pay(id, { name: "Anna" });
    await control.idle();

    const session = await stripe.checkout.sessions.retrieve(id, {
      expand: ["subscription", "invoice.payments"],
    });
    expect(session).toMatchObject({
      amount_total: 4699,
      invoice: {
        amount_paid: 4699,
        billing_reason: "subscription_create",
        customer_email: "anna@example.com",
        customer_name: "Anna",
        lines: {
          data: [
            { description: "Pack", amount: 3700 },
            { description: "Club", amount: 999 },
          ],
        },
        parent: { subscription_details: { metadata: { order_id: "5" } } },
        status: "paid",
      },
      payment_intent: null,
      payment_status: "paid",
      subscription: { metadata: { order_id: "5" }, status: "active" },
    });
    const subscription = await stripe.subscriptions.retrieve(idOf(session.subscription));
    expect(subscription.items.data).toMatchObject([
      {
        current_period_start: nowSeconds(),
        current_period_end: Date.parse("2026-12-21T12:00:00Z") / 1000,
        price: { unit_amount: 999, recurring: { interval: "month" } },
      },
    ]);
    const [intent] = kept("payment_intent");
    expect(intent).toMatchObject({ amount: 4699 });
    expect(session.invoice).toMatchObject({
      payments: { data: [{ payment: { payment_intent: intent?.id } }] },
    });
    expect(types()).toEqual([
      "customer.subscription.created",
      "charge.succeeded",
      "payment_intent.succeeded",
      "invoice.paid",
      "checkout.session.completed",
    ]);
  });

  test("leads from its payment intent to its invoice", async () => {
    const { control, kept, stripe } = createHarness();
    const { id } = await stripe.checkout.sessions.create(packAndClub());
    await control.pay(id);
    const [intent] = kept("payment_intent");

    const payments = await stripe.invoicePayments.list({
      payment: { type: "payment_intent", payment_intent: idOf(intent) },
    });

    const session = await stripe.checkout.sessions.retrieve(id);
    expect(payments.data).toMatchObject([{ invoice: session.invoice, status: "paid" }]);
  });
});
