import { expect, test } from "vitest";
import { openClubShop } from "../../support/money.ts";
import { buy } from "../../support/shop.ts";
import { skipPauses } from "../../support/skip-pauses.ts";
import { CHECKOUT, provider } from "../../support/stripe-adapter.ts";

skipPauses();

const RETURN_URL = "http://localhost:3000/account";
const PORTALS = "/v1/billing_portal/sessions";

async function subscriber() {
  const t = await openClubShop();
  await buy(t, t.browser, { products: [t.club] });
  const { control } = t.simulator;
  const [session] = control.sessions();
  const subscriptionId = String(session?.subscription);
  const open = (id = subscriptionId) =>
    t.deps.payments.createPortal({ subscriptionId: id, returnUrl: RETURN_URL });
  return { control, open, customer: session?.customer };
}

test("a portal is one of the subscription's customer, and leads back", async () => {
  const { control, open, customer } = await subscriber();
  const before = control.requests().length;
  expect((await open()).url).toMatch(/\/demo\/portal\/bps_/);
  const params = { customer, return_url: RETURN_URL };
  const [, made] = control.requests().slice(before);
  expect(made).toMatchObject({ method: "POST", path: PORTALS, params });
});

test("there is none of an unknown subscription", async () => {
  const { open } = await subscriber();
  await expect(open("sub_unknown")).rejects.toMatchObject({ code: "payment_provider" });
});

test.each([
  { kind: "500" },
  { kind: "500-bare" },
  { kind: "cut" },
  // The first request succeeds; the one that creates the portal session fails.
  { kind: "500-bare", path: PORTALS },
] as const)("there is none of a provider that fails by %j", async (fault) => {
  const { control, open } = await subscriber();
  control.faults.next(fault);
  await expect(open()).rejects.toMatchObject({
    code: "payment_provider",
    message: "Network error, please try again later",
  });
});

const PERIOD_END = "2026-12-21T10:00:00Z";
/** Fields that the provider's portal sets when it stores only the time of a cancellation. */
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
