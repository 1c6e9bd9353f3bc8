import { describe, expect, test } from "vitest";
import { checkoutBody, startCheckout } from "../../../support/browser.ts";
import { SITE } from "../../../support/create-test-app.ts";
import { emailsOf, ordersOf } from "../../support/money.ts";
import { openShop, readDetail } from "../../support/shop.ts";
import { createHarness, errorOf, onePack } from "./harness.ts";

describe("a planned early payment", () => {
  test("waits for a session: a call that is refused does not use it up", async () => {
    const { control, stripe } = createHarness();
    control.payNext();
    control.faults.next({ kind: "500" });
    await errorOf(stripe.checkout.sessions.create(onePack()));
    expect(control.sessions()).toEqual([]);
    const { id } = await stripe.checkout.sessions.create(onePack());
    expect((await stripe.checkout.sessions.retrieve(id)).payment_status).toBe("paid");
  });

  test("is told of before the answer, which shows the session as it was made", async () => {
    const { control, stripe, types } = createHarness();
    control.payNext({ email: "early@example.com" });
    const session = await stripe.checkout.sessions.create(onePack());
    expect(types().at(-1)).toBe("checkout.session.completed");
    expect(session).toMatchObject({ status: "open", payment_status: "unpaid" });
    expect(session.url).toContain(session.id);
    expect(control.sessions()).toMatchObject([
      { status: "complete", customer_details: { email: "early@example.com" } },
    ]);
  });

  test("is made for one session alone, and its key gives the same answer again", async () => {
    const { control, stripe } = createHarness();
    control.payNext();
    const key = { idempotencyKey: "once" };
    const first = await stripe.checkout.sessions.create(onePack(), key);
    const again = await stripe.checkout.sessions.create(onePack(), key);
    await stripe.checkout.sessions.create(onePack());
    expect(again.id).toBe(first.id);
    expect(control.sessions().map(({ status }) => status)).toEqual(["complete", "open"]);
  });

  test("with a card that is declined leaves the session open", async () => {
    const { control, stripe, types } = createHarness();
    control.payNext({ card: "4000000000000002" });
    await stripe.checkout.sessions.create(onePack());
    expect(control.sessions()).toMatchObject([{ status: "open" }]);
    expect(types()).toEqual([]);
  });
});

describe("the shop of a payment that overtakes its checkout's answer", () => {
  test.each([
    ["before the answer arrives", true],
    ["after the answer arrived", false],
  ])(
    "ends with one paid order and one mail when the webhook is handled %s",
    async (_name, early) => {
      const shop = await openShop();
      shop.simulator.control.payNext();
      if (early) {
        const { createCheckout } = shop.deps.payments;
        shop.deps.payments.createCheckout = async (checkout) => {
          const session = await createCheckout(checkout);
          await shop.settle();
          expect(ordersOf(shop)).toMatchObject([{ status: "paid" }]);
          return session;
        };
      }
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

  test("gives its success page to the same browser that asks once more", async () => {
    const shop = await openShop();
    shop.simulator.control.payNext();
    const sessionId = await startCheckout(shop.browser, [shop.pack]);
    const again = await shop.browser.post(
      "/api/create-checkout-session",
      checkoutBody([shop.pack]),
    );
    expect(await again.json()).toEqual({
      checkoutUrl: `${SITE}/checkout/success?sessionId=${sessionId}`,
      sessionId,
    });
    await shop.settle();
    expect(ordersOf(shop)).toHaveLength(1);
    expect(shop.mails).toHaveLength(1);
  });
});
