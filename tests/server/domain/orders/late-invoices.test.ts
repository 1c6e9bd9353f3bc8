import { expect, test } from "vitest";
import { reconcile } from "../../../../server/domain/money/reconcile.ts";
import type { Payments } from "../../../../server/ports/payments.ts";
import { openBrowser } from "../../../support/browser.ts";
import { HOUR_MS, ordersOf } from "../../../support/money.ts";
import { MINUTE_MS, openShop, pay } from "../../../support/shop.ts";
import { skipPauses } from "../../../support/skip-pauses.ts";

skipPauses();

/** Opens a shop with two paid orders whose invoices the provider has not made yet. */
async function shopAwaitingInvoices() {
  const shop = await openShop();
  shop.simulator.control.webhooks.mode = "drop";
  const { findCheckout } = shop.deps.payments;
  const answer = (find: Payments["findCheckout"]) =>
    void (shop.deps.payments = { ...shop.deps.payments, findCheckout: find });
  const sweepAfter = (ms: number) => {
    shop.clock.advance(ms);
    return reconcile(shop.deps);
  };
  const withoutInvoice: Payments["findCheckout"] = async (id) => {
    const found = await findCheckout(id);
    return found && { ...found, invoice: null, awaitsInvoice: true };
  };
  answer(withoutInvoice);
  await pay(shop, shop.browser, { products: [shop.pack] });
  await pay(shop, openBrowser(shop), { products: [shop.pack], email: "bert@example.com" });
  await sweepAfter(MINUTE_MS);
  const [anna, bert] = ordersOf(shop);
  expect(anna).toMatchObject({ status: "paid", invoiceNumber: null });
  return { shop, answer, sweepAfter, findCheckout, withoutInvoice, anna, bert };
}

test("an invoice that follows the payment is added, and asked for during an hour", async () => {
  const { shop, answer, sweepAfter, findCheckout, withoutInvoice, bert } =
    await shopAwaitingInvoices();

  answer((id) => (id === bert?.sessionId ? withoutInvoice : findCheckout)(id));
  await sweepAfter(6 * MINUTE_MS);
  expect(ordersOf(shop)[0]).toMatchObject({
    invoiceNumber: expect.stringMatching(/\d/),
    invoiceUrl: expect.stringContaining("/invoice/"),
    nextCheckAt: null,
  });
  expect(ordersOf(shop)[1]).toMatchObject({ invoiceNumber: null, nextCheckAt: expect.any(Date) });

  await sweepAfter(HOUR_MS);
  expect(ordersOf(shop)[1]).toMatchObject({ invoiceNumber: null, nextCheckAt: null });
});

test("an invoice whose checkout fails or is unknown holds no other up, and is given up", async () => {
  const { shop, answer, sweepAfter, findCheckout, anna } = await shopAwaitingInvoices();
  const answerAnna = (find: () => Promise<undefined>) =>
    answer((id) => (id === anna?.sessionId ? find() : findCheckout(id)));
  answerAnna(() => Promise.reject(new Error("an answer that makes no sense")));
  await sweepAfter(HOUR_MS);
  expect(ordersOf(shop)).toMatchObject([
    { invoiceNumber: null, nextCheckAt: new Date(shop.clock.now().getTime() + 5 * MINUTE_MS) },
    { invoiceNumber: expect.stringMatching(/\d/), nextCheckAt: null },
  ]);
  answerAnna(async () => undefined);
  await sweepAfter(5 * MINUTE_MS);
  expect(ordersOf(shop)[0]).toMatchObject({ invoiceNumber: null, nextCheckAt: null });
});
