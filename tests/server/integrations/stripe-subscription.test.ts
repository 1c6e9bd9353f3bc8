import { describe, expect, test } from "vitest";
import { CHECKOUT, provider } from "../../support/stripe-adapter.ts";

describe("a subscription that was cancelled with its period", () => {
  const PERIOD_END = new Date("2026-12-21T10:00:00Z");

  async function cancelled() {
    const { payments, control } = provider();
    const lines = CHECKOUT.lines.slice(0, 1).map((line) => ({
      ...line,
      type: "subscription" as const,
      billingPeriod: "month" as const,
    }));
    const session = await payments.createCheckout({ ...CHECKOUT, lines });
    await control.pay(session.id);
    const id = (await payments.findCheckout(session.id))?.subscription?.id ?? "";
    const atProvider = control.cancel(id, { atPeriodEnd: true });
    return { atProvider, find: () => payments.findSubscription(id) };
  }
  const secondsAt = (time: string) => Date.parse(time) / 1000;

  test("says so, and is paid for until then", async () => {
    const { find } = await cancelled();
    expect(await find()).toMatchObject({ endsAtPeriodEnd: true, paidUntil: PERIOD_END });
  });

  test("says so too where the provider's portal names the time alone", async () => {
    const { find, atProvider } = await cancelled();
    Object.assign(atProvider, { cancel_at_period_end: false });
    expect(await find()).toMatchObject({ endsAtPeriodEnd: true, paidUntil: PERIOD_END });
  });

  test("ends before its period when that was chosen", async () => {
    const { find, atProvider } = await cancelled();
    const cancel_at = secondsAt("2026-12-01T10:00:00Z");
    Object.assign(atProvider, { cancel_at_period_end: false, cancel_at });
    const paidUntil = new Date("2026-12-01T10:00:00Z");
    expect(await find()).toMatchObject({ endsAtPeriodEnd: true, paidUntil });
  });

  test("is renewed first when it ends in a later period", async () => {
    const { find, atProvider } = await cancelled();
    const cancel_at = secondsAt("2027-02-01T10:00:00Z");
    Object.assign(atProvider, { cancel_at_period_end: false, cancel_at });
    expect(await find()).toMatchObject({ endsAtPeriodEnd: false, paidUntil: PERIOD_END });
  });
});
