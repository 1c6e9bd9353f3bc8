import { expect, test } from "vitest";
import { CHECKOUT, provider } from "../../support/stripe-adapter.ts";

const PERIOD_END = "2026-12-21T10:00:00Z";
/** What the provider's portal writes where it names the time alone. */
const endingAt = (time: string) => ({
  cancel_at_period_end: false,
  cancel_at: Date.parse(time) / 1000,
});

test.each([
  ["with its period says so", {}, true, PERIOD_END],
  ["with its period, by time alone, says so too", endingAt(PERIOD_END), true, PERIOD_END],
  ["before its period ends then", endingAt("2026-12-01T10:00:00Z"), true, "2026-12-01T10:00:00Z"],
  ["in a later period is renewed first", endingAt("2027-02-01T10:00:00Z"), false, PERIOD_END],
])("a subscription cancelled %s", async (_name, written, endsAtPeriodEnd, paidUntil) => {
  const { payments, control } = provider();
  const recurring = { type: "subscription", billingPeriod: "month" } as const;
  const lines = CHECKOUT.lines.slice(0, 1).map((line) => ({ ...line, ...recurring }));
  const session = await payments.createCheckout({ ...CHECKOUT, lines });
  await control.pay(session.id);
  const id = (await payments.findCheckout(session.id))?.subscription?.id ?? "";
  Object.assign(control.cancel(id, { atPeriodEnd: true }), written);
  const expected = { endsAtPeriodEnd, paidUntil: new Date(paidUntil) };
  expect(await payments.findSubscription(id)).toMatchObject(expected);
});
