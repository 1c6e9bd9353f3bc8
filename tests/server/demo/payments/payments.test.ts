import { describe, expect, test } from "vitest";
import { createHarness, line, onePack, packAndClub } from "./harness.ts";

test.each([["4000 0000 0000 0002"], ["4000 0000 0000 9995"], ["4111 1111 1111 1111"]])(
  "card %s is declined, and the session stays open",
  async (card) => {
    const { control, stripe } = createHarness();
    const { id } = await stripe.checkout.sessions.create(onePack());
    expect((await control.pay(id, { card })).kind).toBe("declined");
    expect(control.sessions()).toMatchObject([{ status: "open", payment_intent: null }]);
    expect(control.events()).toEqual([]);
  },
);

test("a paid session has a payment with a charge that carry the metadata", async () => {
  const { control, kept, stripe } = createHarness();
  const { id } = await stripe.checkout.sessions.create(
    onePack({ payment_intent_data: { metadata: { order_id: "9" } } }),
  );
  const first = await control.pay(id, { email: "anna@example.com", name: "Anna" });
  const second = await control.pay(id);
  expect([first.kind, second.kind]).toEqual(["complete", "closed"]);
  const expand = ["payment_intent", "subscription"];
  expect(await stripe.checkout.sessions.retrieve(id, { expand })).toMatchObject({
    customer_details: { email: "anna@example.com", name: "Anna" },
    payment_intent: { amount_received: 3700, metadata: { order_id: "9" }, status: "succeeded" },
    payment_status: "paid",
    status: "complete",
    subscription: null,
    url: null,
  });
  expect(kept("charge")).toMatchObject([
    {
      amount: 3700,
      billing_details: { email: "anna@example.com", name: "Anna" },
      metadata: { order_id: "9" },
      paid: true,
      payment_method_details: { type: "card", card: { last4: "4242" } },
    },
  ]);
});

test("a session whose lines cost nothing needs no payment", async () => {
  const { control, stripe } = createHarness();
  const { id } = await stripe.checkout.sessions.create(onePack({ line_items: [line("Gift", 0)] }));
  await control.pay(id);
  expect(control.sessions()).toMatchObject([
    { payment_intent: null, payment_status: "no_payment_required", status: "complete" },
  ]);
});

describe("a delayed payment", () => {
  const LATER = { card: "4000000000003220" };

  test.each([
    [
      "succeeded",
      { payment_status: "paid", payment_intent: { status: "succeeded" } },
      { paid: true, status: "succeeded" },
      ["charge.succeeded", "payment_intent.succeeded", "checkout.session.async_payment_succeeded"],
    ],
    [
      "failed",
      { payment_status: "unpaid", payment_intent: { status: "requires_payment_method" } },
      { paid: false, status: "failed" },
      ["checkout.session.async_payment_failed"],
    ],
  ] as const)(
    "completes its session unpaid and has %s later",
    async (result, paid, charge, told) => {
      const { control, kept, stripe, types } = createHarness();
      const { id } = await stripe.checkout.sessions.create(onePack());
      await control.pay(id, LATER);
      expect(control.sessions()).toMatchObject([{ status: "complete", payment_status: "unpaid" }]);
      control.settle(id, result);
      const expand = ["payment_intent"];
      expect(await stripe.checkout.sessions.retrieve(id, { expand })).toMatchObject(paid);
      expect(kept("charge")).toMatchObject([charge]);
      await control.idle();
      expect(types()).toEqual(["checkout.session.completed", ...told]);
    },
  );

  test.each([
    ["succeeded", "paid", "paid", "active"],
    ["failed", "unpaid", "open", "past_due"],
  ] as const)("of a subscription has %s", async (result, payment_status, invoice, status) => {
    const { control, stripe } = createHarness();
    const { id } = await stripe.checkout.sessions.create(packAndClub());
    await control.pay(id, LATER);
    control.settle(id, result);
    const expand = ["invoice", "subscription"];
    expect(await stripe.checkout.sessions.retrieve(id, { expand })).toMatchObject({
      payment_status,
      payment_intent: null,
      invoice: { status: invoice },
      subscription: { status },
    });
  });

  test("settles by the clock as its card says, once", async () => {
    const { advance, control, stripe, types } = createHarness({ settlementSeconds: 20 });
    const { id } = await stripe.checkout.sessions.create(onePack());
    await control.pay(id, { card: "4000008400001629" });
    advance(20);
    control.runClock();
    await control.idle();
    expect(types().at(-1)).toBe("checkout.session.async_payment_failed");
    expect(() => control.settle(id, "succeeded")).toThrow("no payment on its way");
  });

  test("settles by itself while nothing is asked", async () => {
    const { control, stripe } = createHarness({ settlementSeconds: 0 });
    const { id } = await stripe.checkout.sessions.create(onePack());
    await control.pay(id, LATER);
    expect(control.sessions()).toMatchObject([{ payment_status: "unpaid" }]);
    await expect.poll(control.sessions).toMatchObject([{ payment_status: "paid" }]);
  });
});
