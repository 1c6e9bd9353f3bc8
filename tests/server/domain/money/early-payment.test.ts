import { expect, test } from "vitest";
import { checkoutBody, startCheckout } from "../../../support/browser.ts";
import { SITE } from "../../../support/create-test-app.ts";
import { emailsOf, ordersOf } from "../../../support/money.ts";
import { openShop, readDetail } from "../../../support/shop.ts";

/**
 * A shop whose next checkout is paid, and told of, before the call that makes its session is
 * answered: the worst that a slow network can do to the order of an answer and a webhook.
 */
async function openHurriedShop({ handled }: { handled: boolean }) {
  const shop = await openShop();
  const { control } = shop.simulator;
  const { createCheckout } = shop.deps.payments;
  shop.deps.payments.createCheckout = async (checkout) => {
    const session = await createCheckout(checkout);
    shop.deps.payments.createCheckout = createCheckout;
    await control.pay(session.id);
    await control.idle();
    if (handled) {
      await shop.settle();
      expect(ordersOf(shop)).toMatchObject([{ status: "paid" }]);
    }
    return session;
  };
  return shop;
}

test.each([
  ["before the answer arrives", true],
  ["after the answer arrived", false],
])(
  "a payment that overtakes its checkout's answer, handled %s, ends with one paid order and one mail",
  async (_name, handled) => {
    const shop = await openHurriedShop({ handled });
    const answer = await shop.browser.post(
      "/api/create-checkout-session",
      checkoutBody([shop.pack]),
    );
    expect(answer.status).toBe(200);
    const { checkoutUrl, sessionId } = (await answer.json()) as Record<string, string>;
    await shop.settle();
    expect(ordersOf(shop)).toMatchObject([{ status: "paid", sessionId }]);
    expect(emailsOf(shop)).toHaveLength(1);
    expect(shop.mails).toHaveLength(1);

    // The buyer is led to the pay page, which knows that nothing is left to pay.
    const page = await (await shop.app.request(checkoutUrl ?? "")).text();
    expect(page).toContain("This order is already paid");
    expect(page).toContain(`${SITE}/checkout/success?sessionId=${sessionId}`);
    expect((await readDetail(shop.browser, sessionId ?? "")).status).toBe("paid");
  },
);

test("the same browser that asks once more is given its success page", async () => {
  const shop = await openHurriedShop({ handled: false });
  const sessionId = await startCheckout(shop.browser, [shop.pack]);
  const again = await shop.browser.post("/api/create-checkout-session", checkoutBody([shop.pack]));
  expect(await again.json()).toEqual({
    checkoutUrl: `${SITE}/checkout/success?sessionId=${sessionId}`,
    sessionId,
  });
  await shop.settle();
  expect(ordersOf(shop)).toHaveLength(1);
  expect(shop.mails).toHaveLength(1);
});
