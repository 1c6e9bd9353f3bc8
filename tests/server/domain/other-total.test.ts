import { expect, test } from "vitest";
import type { Checkout } from "../../../server/ports/payments.ts";
import { syncReversals } from "../../../server/domain/money/reversals.ts";
import { openNotesOf, ordersOf } from "../../support/money.ts";
import { openShop, pay, readDetail } from "../../support/shop.ts";

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
  return { shop, sessionId, order: ordersOf(shop)[0], notes: openNotesOf(shop) };
}

test.each<[string, Partial<Checkout>]>([
  ["a cent", { amountTotal: 1, linesTotal: 1 }],
  ["the right price, of which a cent was paid", { amountTotal: 1 }],
  ["the right price, less more than was taken off", { amountTotal: 2899, discount: 2000 }],
  ["nothing", { amountTotal: 0, linesTotal: 0, payment: "free" }],
  ["more", { amountTotal: 4901, linesTotal: 4901 }],
  ["the same in another currency", { currency: "jpy" }],
])("lines that cost %s: it is delivered, and the owner is told", async (_name, wrong) => {
  const { shop, order, notes } = await paidWith(wrong);
  expect(order).toMatchObject({ status: "paid" });
  expect(notes).toEqual(["other_total"]);
  expect(shop.mails).toHaveLength(1);
});

test.each<[string, Partial<Checkout>]>([
  ["a discount", { amountTotal: 2900, discount: 2000 }],
  ["a discount of all of it", { amountTotal: 0, discount: 4900, payment: "free" }],
  ["taxes", { amountTotal: 5831 }],
])("%s: no reason to look", async (_name, wrong) => {
  const { order, notes } = await paidWith(wrong);
  expect(order).toMatchObject({ status: "paid" });
  expect(notes).toEqual([]);
});

test("the owner is still told after a refund", async () => {
  const { shop, sessionId, order } = await paidWith({ linesTotal: 1 });
  shop.simulator.control.refund(sessionId);
  await syncReversals(shop.deps, order?.paymentIntentId ?? "");
  expect(ordersOf(shop)).toMatchObject([{ refundedAmount: 4900 }]);
  expect(openNotesOf(shop)).toEqual(["other_total"]);
});
