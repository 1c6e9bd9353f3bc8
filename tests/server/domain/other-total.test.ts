import { expect, test } from "vitest";
import type { Checkout } from "../../../server/deps.ts";
import { syncReversals } from "../../../server/domain/reversals.ts";
import { ordersOf } from "../support/money.ts";
import { openShop, pay, readDetail } from "../support/shop.ts";

const NOTE = "The payment provider has another total: compare it with this order.";

/** An order that is paid while the provider has something else about its money. */
async function paidWith(wrong: Partial<Checkout>) {
  const shop = await openShop();
  shop.simulator.control.webhooks.mode = "drop";
  const sessionId = await pay(shop, shop.browser, { products: [shop.pack, shop.book] });
  const { findCheckout } = shop.deps.payments;
  shop.deps.payments.findCheckout = async (id) => {
    const checkout = await findCheckout(id);
    return checkout && { ...checkout, ...wrong };
  };
  await readDetail(shop.browser, sessionId);
  await shop.settle();
  return { shop, sessionId, order: ordersOf(shop)[0] };
}

test.each<[string, Partial<Checkout>]>([
  ["a cent", { amountTotal: 1, linesTotal: 1 }],
  ["the right price, of which a cent was paid", { amountTotal: 1 }],
  ["the right price, less more than was taken off", { amountTotal: 2899, discount: 2000 }],
  ["nothing", { amountTotal: 0, linesTotal: 0, payment: "free" }],
  ["more", { amountTotal: 4901, linesTotal: 4901 }],
  ["the same in another currency", { currency: "jpy" }],
])("lines that cost %s: it is delivered, and the owner is told", async (_name, wrong) => {
  const { shop, order } = await paidWith(wrong);
  expect(order).toMatchObject({ status: "paid", attention: NOTE });
  expect(shop.mails).toHaveLength(1);
});

test.each<[string, Partial<Checkout>]>([
  ["a discount", { amountTotal: 2900, discount: 2000 }],
  ["a discount of all of it", { amountTotal: 0, discount: 4900, payment: "free" }],
  ["taxes", { amountTotal: 5831 }],
])("%s: no reason to look", async (_name, wrong) => {
  expect((await paidWith(wrong)).order).toMatchObject({ status: "paid", attention: null });
});

test("the owner is still told after a refund", async () => {
  const { shop, sessionId, order } = await paidWith({ linesTotal: 1 });
  shop.simulator.control.refund(sessionId);
  await syncReversals(shop.deps, order?.paymentIntentId ?? "");
  const [refunded] = ordersOf(shop);
  expect(refunded).toMatchObject({ refundedAmount: 4900, attention: NOTE });
});
