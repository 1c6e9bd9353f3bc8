import { describe, expect, test } from "vitest";
import { createHarness, onePack, packAndClub } from "./harness.ts";

describe("a delayed payment", () => {
  const settle = async (result: "succeeded" | "failed", mode: "payment" | "subscription") => {
    const harness = createHarness();
    const { control, stripe } = harness;
    const params = mode === "payment" ? onePack() : packAndClub();
    const { id } = await stripe.checkout.sessions.create(params);
    await control.pay(id, { card: "4000000000003220" });
    await control.idle();
    const before = await stripe.checkout.sessions.retrieve(id);
    const typesBefore = harness.types();
    control.settle(id, result);
    await control.idle();
    const after = await stripe.checkout.sessions.retrieve(id, {
      expand: ["payment_intent", "invoice", "subscription"],
    });
    const [charge] = harness.kept("charge");
    return { before, after, charge, typesBefore, types: harness.types().slice(typesBefore.length) };
  };

  test("completes the session unpaid and pays it later", async () => {
    const { before, after, charge, typesBefore, types } = await settle("succeeded", "payment");

    expect(before).toMatchObject({ status: "complete", payment_status: "unpaid" });
    expect(typesBefore).toEqual(["checkout.session.completed"]);
    expect(after).toMatchObject({
      payment_status: "paid",
      payment_intent: { status: "succeeded" },
    });
    expect(charge).toMatchObject({ paid: true, status: "succeeded" });
    expect(types).toEqual([
      "charge.succeeded",
      "payment_intent.succeeded",
      "checkout.session.async_payment_succeeded",
    ]);
  });

  test("can fail later", async () => {
    const { after, charge, types } = await settle("failed", "payment");

    expect(after).toMatchObject({
      status: "complete",
      payment_status: "unpaid",
      payment_intent: { status: "requires_payment_method" },
    });
    expect(charge).toMatchObject({ paid: false, status: "failed" });
    expect(types).toEqual(["checkout.session.async_payment_failed"]);
  });

  test.each([
    ["succeeded", "paid", "paid", "active"],
    ["failed", "unpaid", "open", "past_due"],
  ] as const)(
    "of a subscription that %s leaves it %s",
    async (result, payment, invoice, status) => {
      const { before, after } = await settle(result, "subscription");

      expect(before).toMatchObject({ payment_status: "unpaid", payment_intent: null });
      expect(after).toMatchObject({
        payment_status: payment,
        invoice: { status: invoice },
        subscription: { status },
      });
    },
  );

  test("settles by the clock as its card says", async () => {
    const { advance, control, received, stripe } = createHarness({ settlementSeconds: 20 });
    const { id } = await stripe.checkout.sessions.create(onePack());
    await control.pay(id, { card: "4000008400001629" });

    advance(20);
    control.runClock();
    await control.idle();

    expect(received.at(-1)?.type).toBe("checkout.session.async_payment_failed");
    expect(() => control.settle(id, "succeeded")).toThrow("no payment on its way");
  });
});
