import { describe, expect, test } from "vitest";
import { createHarness, errorOf, idOf, onePack, packAndClub } from "./harness.ts";

async function paid(params = onePack(), card = "4242424242424242") {
  const harness = createHarness();
  const { id } = await harness.stripe.checkout.sessions.create(params);
  await harness.control.pay(id, { card });
  await harness.control.idle();
  harness.received.length = 0;
  const session = await harness.stripe.checkout.sessions.retrieve(id);
  const [charge] = (await harness.stripe.charges.list()).data;
  return { ...harness, session, chargeId: idOf(charge), intent: session.payment_intent };
}

describe("a refund", () => {
  test.each([
    ["nothing named", {}, "parameter_missing", "payment_intent"],
    ["an unknown reason", { reason: "because" }, undefined, "reason"],
    ["more than was paid", { amount: 3701 }, undefined, "amount"],
    ["nothing at all", { amount: 0 }, "parameter_invalid_integer", "amount"],
  ])("of %s is refused", async (name, params, code, param) => {
    const { chargeId, received, stripe } = await paid();
    const charge = name === "nothing named" ? {} : { charge: chargeId };

    const error = await errorOf(stripe.refunds.create({ ...charge, ...params }));

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

    const codes = [refunded, disputed, unpaid].map(async ({ chargeId, stripe }) => {
      return (await errorOf(stripe.refunds.create({ charge: chargeId }))).code;
    });

    expect(await Promise.all(codes)).toEqual([
      "charge_already_refunded",
      "charge_disputed",
      "charge_not_refundable",
    ]);
  });

  test("of the whole amount marks the charge and tells so", async () => {
    const { chargeId, control, intent, received, stripe } = await paid();

    const refund = await stripe.refunds.create({
      payment_intent: idOf(intent),
      reason: "requested_by_customer",
      metadata: { note: "14 days" },
    });
    await control.idle();

    expect(refund).toMatchObject({
      object: "refund",
      amount: 3700,
      charge: chargeId,
      metadata: { note: "14 days" },
      payment_intent: intent,
      reason: "requested_by_customer",
      status: "succeeded",
    });
    expect(refund.id).toMatch(/^re_\w{24}$/);
    expect(received).toMatchObject([
      { type: "refund.created", data: { object: { id: refund.id } } },
      {
        type: "charge.refunded",
        data: {
          object: { amount_refunded: 3700, payment_intent: intent, refunded: true },
          previous_attributes: { amount_refunded: 0, refunded: false },
        },
      },
    ]);
    expect(await stripe.refunds.retrieve(refund.id, { expand: ["charge"] })).toMatchObject({
      charge: { refunded: true },
    });
  });

  test("of a part leaves the rest to be refunded", async () => {
    const { chargeId, control, received, stripe } = await paid();

    await stripe.refunds.create({ charge: chargeId, amount: 1000 });
    const tooMuch = await errorOf(stripe.refunds.create({ charge: chargeId, amount: 2701 }));
    await stripe.refunds.create({ charge: chargeId });
    await control.idle();

    expect(tooMuch.message).toBe(
      "Refund amount ($27.01) is greater than unrefunded amount on charge ($27.00)",
    );
    expect(received.filter(({ type }) => type === "charge.refunded")).toMatchObject([
      { data: { object: { amount_refunded: 1000, refunded: false } } },
      { data: { object: { amount_refunded: 3700, refunded: true } } },
    ]);
    const charge = await stripe.charges.retrieve(chargeId, { expand: ["refunds"] });
    expect(charge.refunds?.data.map(({ amount }) => amount)).toEqual([2700, 1000]);
    expect((await stripe.refunds.list({ charge: chargeId })).data).toHaveLength(2);
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
    const { chargeId, control, intent, received, session, stripe } = await paid();

    const { id } = control.dispute(session.id, "product_not_received");
    const open = await stripe.disputes.retrieve(id, { expand: ["charge"] });
    control.closeDispute(id, result);
    await control.idle();

    expect(open).toMatchObject({
      object: "dispute",
      amount: 3700,
      charge: { id: chargeId, disputed: true },
      payment_intent: intent,
      reason: "product_not_received",
      status: "needs_response",
    });
    expect(received).toMatchObject([
      { type: "charge.dispute.created", data: { object: { id, status: "needs_response" } } },
      { type: "charge.dispute.closed", data: { object: { id, status: result } } },
    ]);
  });

  test("can be accepted once over the API and be found by its payment", async () => {
    const { control, intent, session, stripe } = await paid();
    const { id } = control.dispute(session.id);

    const closed = await stripe.disputes.close(id);
    const again = await errorOf(stripe.disputes.close(id));

    expect(closed.status).toBe("lost");
    expect(again.statusCode).toBe(400);
    const list = await stripe.disputes.list({ payment_intent: idOf(intent) });
    expect(list.data.map(idOf)).toEqual([id]);
  });
});
