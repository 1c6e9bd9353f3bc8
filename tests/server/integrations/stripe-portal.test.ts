import { expect, test } from "vitest";
import { openClubShop } from "../../support/money.ts";
import { buy } from "../../support/shop.ts";
import { skipPauses } from "../../support/skip-pauses.ts";

skipPauses();

const RETURN_URL = "http://localhost:3000/account";

async function subscriber() {
  const t = await openClubShop();
  await buy(t, t.browser, { products: [t.club] });
  const [session] = t.simulator.control.sessions();
  const subscriptionId = String(session?.subscription);
  const open = (id = subscriptionId) =>
    t.deps.payments.createPortal({ subscriptionId: id, returnUrl: RETURN_URL });
  return { ...t, open, customer: session?.customer };
}

test("a portal is one of the subscription's customer, and leads back", async () => {
  const t = await subscriber();
  const before = t.simulator.control.requests().length;
  const { url } = await t.open();
  expect(url).toMatch(/\/demo\/portal\/bps_/);
  const [, made] = t.simulator.control.requests().slice(before);
  expect(made).toMatchObject({
    method: "POST",
    path: "/v1/billing_portal/sessions",
    params: { customer: t.customer, return_url: RETURN_URL },
  });
});

test("an unknown subscription has none", async () => {
  const t = await subscriber();
  await expect(t.open("sub_unknown")).rejects.toMatchObject({ code: "payment_provider" });
});

test.each(["500", "500-bare", "cut"] as const)("a provider that fails by %s", async (kind) => {
  const t = await subscriber();
  t.simulator.control.faults.next({ kind, times: 1 });
  await expect(t.open()).rejects.toMatchObject({
    code: "payment_provider",
    message: "Network error, please try again later",
  });
});

test("a provider that answers the second call with nothing of use", async () => {
  const t = await subscriber();
  const path = "/v1/billing_portal/sessions";
  t.simulator.control.faults.next({ kind: "500-bare", path });
  await expect(t.open()).rejects.toMatchObject({ code: "payment_provider" });
});
