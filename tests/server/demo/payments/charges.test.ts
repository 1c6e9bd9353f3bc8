import { describe, expect, test } from "vitest";
import { createHarness, errorOf, idOf, onePack, packAndClub } from "./harness.ts";

async function paid(params = onePack(), card = "4242424242424242") {
  const harness = createHarness();
  const { id } = await harness.stripe.checkout.sessions.create(params);
  await harness.control.pay(id, { card });
  await harness.control.idle();
  harness.received.length = 0;
  const [charge] = harness.kept("charge");
  return { ...harness, id, chargeId: idOf(charge), payment_intent: String(charge?.payment_intent) };
}

describe("a refund", () => {
  test.each([
    [{ payment_intent: undefined }, "payment_intent"],
    [{ reason: "because" }, "reason"],
    [{ amount: 3701 }, "amount"],
    [{ amount: 0 }, "amount"],
    [{ charge: "ch_1" }, "charge"],
  ])("with %j is refused", async (params, param) => {
    const { payment_intent, kept, stripe } = await paid();
    const error = await errorOf(stripe.refunds.create({ payment_intent, ...params }));
    expect(error).toMatchObject({ statusCode: 400, param });
    expect(kept("refund")).toEqual([]);
  });

  type Paid = Awaited<ReturnType<typeof paid>>;
  test.each([
    ["charge_already_refunded", "4242424242424242", ({ control, id }: Paid) => control.refund(id)],
    ["charge_disputed", "4242424242424242", ({ control, id }: Paid) => control.dispute(id)],
    ["charge_not_refundable", "4000000000003220", () => {}],
  ])("is refused with %s", async (code, card, happen) => {
    const sale = await paid(onePack(), card);
    happen(sale);
    const { payment_intent, stripe } = sale;
    expect((await errorOf(stripe.refunds.create({ payment_intent }))).code).toBe(code);
  });

  test("of a line leaves the rest, which the next one gives back", async () => {
    const { chargeId, control, payment_intent, received, stripe } = await paid();
    const line = await stripe.refunds.create({
      payment_intent,
      amount: 1000,
      reason: "requested_by_customer",
      metadata: { product_id: "1" },
    });
    const tooMuch = await errorOf(stripe.refunds.create({ payment_intent, amount: 2701 }));
    const rest = await stripe.refunds.create({ payment_intent });
    await control.idle();

    expect(tooMuch.message).toBe(
      "Refund amount ($27.01 USD) is greater than unrefunded amount on charge ($27.00 USD)",
    );
    expect(line).toMatchObject({
      object: "refund",
      amount: 1000,
      charge: chargeId,
      metadata: { product_id: "1" },
      payment_intent,
      reason: "requested_by_customer",
      status: "succeeded",
    });
    const listed = await stripe.refunds.list({ payment_intent });
    expect(listed.data.map(({ id }) => id)).toEqual([rest.id, line.id]);
    expect((await stripe.refunds.list({ payment_intent: "pi_other" })).data).toEqual([]);
    expect(received).toMatchObject([
      { type: "refund.created", data: { object: { id: line.id } } },
      { type: "charge.refunded", data: { object: { amount_refunded: 1000, refunded: false } } },
      { type: "refund.created", data: { object: { id: rest.id, amount: 2700 } } },
      { type: "charge.refunded", data: { object: { amount_refunded: 3700, refunded: true } } },
    ]);
  });

  test("from the dashboard finds the charge behind a subscription", async () => {
    const { control, id, stripe } = await paid(packAndClub());
    control.refund(id, 999);
    expect((await stripe.refunds.list()).data).toMatchObject([{ amount: 999 }]);
    expect(() => control.refund(id, 9999)).toThrow("left to refund");
    expect(() => control.refund("cs_test_none")).toThrow("Nothing was charged");
  });
});

test.each(["won", "lost"] as const)("a dispute is opened and %s", async (result) => {
  const { chargeId, control, kept, payment_intent, received, id, stripe } = await paid();
  const dispute = control.dispute(id, "product_not_received");
  expect((await stripe.disputes.list({ payment_intent })).data).toMatchObject([
    {
      id: dispute.id,
      amount: 3700,
      charge: chargeId,
      payment_intent,
      reason: "product_not_received",
      status: "needs_response",
    },
  ]);
  expect((await stripe.disputes.list({ payment_intent: "pi_other" })).data).toEqual([]);
  control.closeDispute(dispute.id, result);
  await control.idle();
  expect(kept("charge")).toMatchObject([{ id: chargeId, disputed: true }]);
  expect(received).toMatchObject([
    { type: "charge.dispute.created", data: { object: { status: "needs_response" } } },
    { type: "charge.dispute.closed", data: { object: { id: dispute.id, status: result } } },
  ]);
});
