import { expect, test } from "vitest";
import { AppError, CallRefused } from "../../../../server/errors.ts";
import type { NewCheckout } from "../../../../server/ports/payments.ts";
import { openBrowser, startCheckout } from "../../../support/browser.ts";
import { openWithCode } from "../../../support/discount-shop.ts";
import { mendPayments } from "../../../support/health.ts";
import { ordersOf } from "../../../support/money.ts";
import { changeSettings } from "../../../support/shop-settings.ts";
import { buy, openShop, type Shop } from "../../../support/shop.ts";

/** Makes the provider refuse what `paramOf` names; returns the requests of checkouts. */
function refuse(shop: Shop, paramOf: (checkout: NewCheckout) => string | null | undefined) {
  const requests: NewCheckout[] = [];
  const { createCheckout } = shop.deps.payments;
  mendPayments(shop, {
    async createCheckout(checkout) {
      requests.push(checkout);
      const param = paramOf(checkout);
      if (param === undefined) return createCheckout(checkout);
      const cause = new CallRefused(new Error(`No ${param}.`), param);
      throw new AppError("payment_provider", "Refused.", { cause });
    },
  });
  return requests;
}

const CONSENT = "consent_collection[terms_of_service]";
const questionsOf = ({ terms, recovery }: NewCheckout) => [terms !== null, recovery];

test("an account that may not ask for consent sells without it, in one order", async () => {
  const shop = await openShop();
  changeSettings(shop, { consent: "everywhere", recoveryMails: true });
  const requests = refuse(shop, ({ terms, recovery }) =>
    terms !== null || recovery ? CONSENT : undefined,
  );
  const sessionId = await startCheckout(shop.browser, [shop.pack]);
  expect(requests.map(questionsOf)).toEqual([
    [true, true],
    [true, false],
    [false, false],
  ]);
  expect(new Set(requests.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(3);
  expect(ordersOf(shop)).toMatchObject([{ status: "open", sessionId }]);
  expect(shop.deps.watch.refusedConsent).toBe(`No ${CONSENT}.`);
  expect(await startCheckout(shop.browser, [shop.pack])).toBe(sessionId);
  expect(requests).toHaveLength(3);
});

test("a country without the question about reminders still asks for the terms", async () => {
  const shop = await openShop();
  changeSettings(shop, { consent: "everywhere", recoveryMails: true });
  const requests = refuse(shop, ({ recovery }) => (recovery ? CONSENT : undefined));
  await startCheckout(shop.browser, [shop.pack]);
  expect(requests.map(questionsOf).at(-1)).toEqual([true, false]);
});

test("a product that the owner archived at the provider can be bought, with its own texts", async () => {
  const shop = await openWithCode({ productIds: [1] });
  const { context, control } = shop.simulator;
  await startCheckout(shop.browser, [shop.pack]);
  for (const product of context.store.list("product")) {
    context.store.put("product", { ...product, active: false });
  }
  const sessionId = await startCheckout(openBrowser(shop), [shop.pack]);
  expect(control.sessions().find(({ id }) => id === sessionId)).toMatchObject({
    status: "open",
    amount_total: 3700,
  });
  expect(ordersOf(shop).map(({ status }) => status)).toEqual(["open", "open"]);
});

test("a checkout drops one thing after the other, and starts over without an ended code", async () => {
  const shop = await openWithCode({ productIds: [1] });
  changeSettings(shop, { consent: "everywhere", recoveryMails: false });
  shop.browser.cookies.set("code", "SPRING");
  const requests = refuse(shop, ({ terms, lines, promotionCodeId }) => {
    if (promotionCodeId === null) return undefined;
    return terms !== null ? CONSENT : (lines[0]?.providerProductId ?? "discounts");
  });
  await startCheckout(shop.browser, [shop.pack]);
  expect(
    requests.map(({ terms, lines, promotionCodeId }) => [
      terms !== null,
      lines[0]?.providerProductId !== null,
      promotionCodeId !== null,
    ]),
  ).toEqual([
    [true, true, true],
    [false, true, true],
    [false, false, true],
    [true, true, false],
  ]);
  expect(ordersOf(shop).map(({ status }) => status)).toEqual(["failed", "open"]);
  expect(shop.browser.cookies.get("code")).toBe("");
});

test("a code that may not be used by a known customer is tried for a new one", async () => {
  const shop = await openWithCode({ productIds: [1, 2] });
  changeSettings(shop, { saveCards: true });
  await buy(shop, shop.browser, { products: [shop.pack] });
  shop.browser.cookies.set("code", "SPRING");
  const requests = refuse(shop, ({ customerId }) => (customerId === null ? undefined : null));
  await startCheckout(shop.browser, [shop.pack, shop.book]);
  const [first, second] = requests;
  expect(first).toMatchObject({ customerId: expect.stringMatching(/^cus_/) });
  expect(second).toMatchObject({ customerId: null, promotionCodeId: first?.promotionCodeId });
  expect(first?.promotionCodeId).toMatch(/^promo_/);
  expect(requests).toHaveLength(2);
});

test("a checkout with nothing to drop fails, without another try", async () => {
  const shop = await openShop();
  const requests = refuse(shop, () => null);
  await expect(startCheckout(shop.browser, [shop.pack])).rejects.toThrow("502");
  expect(requests).toHaveLength(1);
  expect(ordersOf(shop)).toMatchObject([{ status: "failed" }]);
});
