import { expect, test } from "vitest";
import type { NewRefund } from "../../../server/ports/payments.ts";
import { CHECKOUT, provider } from "../../support/stripe-adapter.ts";

async function paid() {
  const { payments, control, context } = provider();
  const { id } = await payments.createCheckout(CHECKOUT);
  await control.pay(id);
  const { paymentIntentId } = (await payments.findCheckout(id)) ?? {};
  const refund: NewRefund = {
    paymentIntentId: String(paymentIntentId),
    amount: 1200,
    productId: 3,
    idempotencyKey: "refund-K7QM-3XRT-1",
  };
  return { payments, control, id, refund, kept: () => context.store.list("refund") };
}

test("a refund is made once for its key, which the provider's list shows", async () => {
  const { payments, refund, kept } = await paid();
  expect(await payments.createRefund(refund)).toEqual({ refusal: null });
  expect(await payments.createRefund(refund)).toEqual({ refusal: null });
  expect(kept()).toHaveLength(1);
  expect(await payments.findReversals(refund.paymentIntentId)).toEqual({
    refunds: [{ id: kept()[0]?.id, key: "refund-K7QM-3XRT-1", amount: 1200, productId: 3 }],
    failedRefunds: [],
    disputes: [],
  });
});

test("a refund that names no line, and one from the provider's own site", async () => {
  const { payments, control, id, refund } = await paid();
  await payments.createRefund({ ...refund, productId: null });
  control.refund(id, 100);
  expect((await payments.findReversals(refund.paymentIntentId)).refunds).toMatchObject([
    { key: null, amount: 100, productId: null },
    { key: refund.idempotencyKey, amount: 1200, productId: null },
  ]);
});

type Paid = Awaited<ReturnType<typeof paid>>;
const REFUSED: [string, Partial<NewRefund>, (paid: Paid) => unknown, string][] = [
  [
    "more than is left",
    { amount: 4901 },
    () => {},
    "Refund amount is greater than unrefunded amount on charge.",
  ],
  [
    "all gone",
    {},
    ({ control, id }) => control.refund(id),
    "This payment is already fully refunded.",
  ],
  [
    "disputed",
    {},
    ({ control, id }) => control.dispute(id),
    "The buyer's bank has reversed this payment in a dispute.",
  ],
  ["unknown", { paymentIntentId: "pi_none" }, () => {}, "No such payment_intent: 'pi_none'"],
];

test.each(REFUSED)("a refund is refused for good: %s", async (_name, change, happen, refusal) => {
  const sale = await paid();
  happen(sale);
  const before = sale.kept().length;
  expect(await sale.payments.createRefund({ ...sale.refund, ...change })).toEqual({ refusal });
  expect(sale.kept()).toHaveLength(before);
});

test("a second request with the same key at the same time is unknown, and asked for once", async () => {
  const { payments, control, refund, kept } = await paid();
  control.faults.next({ kind: "slow", ms: 30, path: "/v1/refunds" });
  const both = await Promise.allSettled([
    payments.createRefund(refund),
    payments.createRefund(refund),
  ]);
  expect(both).toMatchObject([
    { status: "fulfilled" },
    { status: "rejected", reason: { code: "payment_provider" } },
  ]);
  expect(kept()).toHaveLength(1);
});

test("a dispute says until when it can be answered, while it is open", async () => {
  const { payments, control, id, refund } = await paid();
  const disputes = async () => (await payments.findReversals(refund.paymentIntentId)).disputes;
  const dispute = control.dispute(id);
  const { due_by } = dispute.evidence_details;
  expect(await disputes()).toEqual([{ state: "open", dueBy: new Date(Number(due_by) * 1000) }]);
  control.closeDispute(dispute.id, "lost");
  expect(await disputes()).toEqual([{ state: "lost", dueBy: null }]);
});
