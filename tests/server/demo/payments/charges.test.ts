import { describe, expect, test } from "vitest";
import { createHarness, errorOf, idOf, onePack, packAndClub } from "./harness.ts";

async function paid(params = onePack(), card = "4242424242424242") {
  const harness = createHarness();
  const { id } = await harness.stripe.checkout.sessions.create(params);
  await harness.control.pay(id, { card });
  await harness.control.idle();
  harness.received.length = 0;
  const session = await harness.stripe.checkout.sessions.retrieve(id);
  const [charge] = harness.kept("charge");
  return {
    ...harness,
    session,
    chargeId: idOf(charge),
    payment_intent: String(session.payment_intent),
  };
}

describe("a refund", () => {
  test.each([
    ["nothing named", {}, "parameter_missing", "payment_intent"],
    ["an unknown reason", { reason: "because" }, undefined, "reason"],
    ["more than was paid", { amount: 3701 }, undefined, "amount"],
    ["nothing at all", { amount: 0 }, "parameter_invalid_integer", "amount"],
  ])("of %s is refused", async (name, params, code, param) => {
    const { payment_intent, received, stripe } = await paid();
    const payment = name === "nothing named" ? {} : { payment_intent };

    const error = await errorOf(stripe.refunds.create({ ...payment, ...params }));

    expect(error.statusCode).toBe(400);
    expect(error.code).toBe(code);
    expect(error.param).toBe(param);
    expect(received).toEqual([]);
  });

  test("of a refunded, disputed or unpaid charge is refused", async () => {
    const refunded = await paid();
    refunded.control.refund(refunded.session.id);
    const disputed = await paid();
    disputed.control.dispute(disputed.session.id);
    const unpaid = await paid(onePack(), "4000000000003220");

    const codes = [refunded, disputed, unpaid].map(async ({ payment_intent, stripe }) => {
      return (await errorOf(stripe.refunds.create({ payment_intent }))).code;
    });

    expect(await Promise.all(codes)).toEqual([
      "charge_already_refunded",
      "charge_disputed",
      "charge_not_refundable",
    ]);
  });

  test("of the whole amount marks the charge and tells so", async () => {
    const { chargeId, control, payment_intent, received, stripe } = await paid();

    const refund = await stripe.refunds.create({
      payment_intent,
      reason: "requested_by_customer",
      metadata: { note: "14 days" },
    });
    await control.idle();

    expect(refund).toMatchObject({
      object: "refund",
      amount: 3700,
      charge: chargeId,
      metadata: { note: "14 days" },
      payment_intent,
      reason: "requested_by_customer",
      status: "succeeded",
    });
    expect(refund.id).toMatch(/^re_\w{24}$/);
    expect(received).toMatchObject([
      { type: "refund.created", data: { object: { id: refund.id } } },
      {
        type: "charge.refunded",
        data: {
          object: { amount_refunded: 3700, payment_intent, refunded: true },
          previous_attributes: { amount_refunded: 0, refunded: false },
        },
      },
    ]);
  });

  test("of a part leaves the rest to be refunded", async () => {
    const { control, payment_intent, received, stripe } = await paid();

    await stripe.refunds.create({ payment_intent, amount: 1000, metadata: { product_id: "1" } });
    const tooMuch = await errorOf(stripe.refunds.create({ payment_intent, amount: 2701 }));
    await stripe.refunds.create({ payment_intent });
    await control.idle();

    expect(tooMuch.message).toBe(
      "Refund amount ($27.01 USD) is greater than unrefunded amount on charge ($27.00 USD)",
    );
    expect(received.filter(({ type }) => type === "charge.refunded")).toMatchObject([
      { data: { object: { amount_refunded: 1000, refunded: false } } },
      { data: { object: { amount_refunded: 3700, refunded: true } } },
    ]);
    expect((await stripe.refunds.list({ payment_intent })).data).toMatchObject([
      { amount: 2700, metadata: {} },
      { amount: 1000, metadata: { product_id: "1" } },
    ]);
  });

  test("from the dashboard finds the charge behind a subscription", async () => {
    const { control, session, stripe } = await paid(packAndClub());

    control.refund(session.id, 999);

    expect((await stripe.refunds.list()).data).toMatchObject([{ amount: 999 }]);
    expect(() => control.refund(session.id, 9999)).toThrow("left to refund");
    expect(() => control.refund("cs_test_none")).toThrow("Nothing was charged");
  });
});

describe("a dispute", () => {
  test.each(["won", "lost"] as const)("is opened and %s", async (result) => {
    const { chargeId, control, kept, payment_intent, received, session, stripe } = await paid();

    const { id } = control.dispute(session.id, "product_not_received");
    const open = await stripe.disputes.list({ payment_intent });
    control.closeDispute(id, result);
    await control.idle();

    expect(open.data).toMatchObject([
      {
        id,
        object: "dispute",
        amount: 3700,
        charge: chargeId,
        payment_intent,
        reason: "product_not_received",
        status: "needs_response",
      },
    ]);
    expect(kept("charge")).toMatchObject([{ id: chargeId, disputed: true }]);
    expect(received).toMatchObject([
      { type: "charge.dispute.created", data: { object: { id, status: "needs_response" } } },
      { type: "charge.dispute.closed", data: { object: { id, status: result } } },
    ]);
  });
});
