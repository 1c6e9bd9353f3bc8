import { expect, test } from "vitest";
import { updateRow } from "../../../../db/record.ts";
import { orderItems, orders } from "../../../../db/schema.ts";
import { fulfil } from "../../../../server/domain/orders/fulfil.ts";
import { listPurchases } from "../../../../server/domain/orders/purchase-history.ts";
import { startCheckout } from "../../../support/browser.ts";
import {
  DELAYED_CARD,
  emailsOf,
  itemsOf,
  openClubShop,
  openNotesOf,
  ordersOf,
} from "../../../support/money.ts";
import { changeSettings } from "../../../support/shop-settings.ts";
import { readDetail } from "../../../support/shop.ts";
import { openRoles } from "../../../support/table-calls.ts";

const EMAIL = "anna@example.com";
const CODE = { code: "SPRING", amountOff: null, productIds: [], expiresAt: null, maxUses: null };

type Payment = { card?: string; percentOff?: number; withoutConsent?: "deliver" | "wait" };

/** Orders a pack and a subscription with a discount and 19 % tax added to the prices. */
async function order({ card, percentOff = 10, withoutConsent = "deliver" }: Payment) {
  const shop = await openClubShop();
  changeSettings(shop, { tax: "added", withoutConsent });
  const { administrator } = openRoles(shop);
  await administrator.call("POST", "/api/discounts", { body: { ...CODE, percentOff } });
  shop.browser.cookies.set("code", "SPRING");
  const sessionId = await startCheckout(shop.browser, [shop.pack, shop.club]);
  await shop.simulator.control.pay(sessionId, {
    email: EMAIL,
    country: "DE",
    ...(card && { card }),
  });
  await shop.settle();
  return {
    ...shop,
    sessionId,
    /** Item prices on the success page and in the account. */
    async prices() {
      const account = listPurchases(shop.deps, { id: 0, email: EMAIL });
      const { products } = await readDetail(shop.browser, sessionId);
      return [products, account.toReversed()].map((list) => list.map(({ price }) => price));
    },
  };
}

const TAKEN = {
  totalAmount: 5033,
  taxAmount: 804,
  addedTax: 804,
  discountAmount: 470,
  discountCode: "SPRING",
  country: "DE",
};
const ITEM_PRICES = [3963, 1070];

test("while a payment is processing, the order, pages and mail have the amount that will be taken", async () => {
  const shop = await order({ card: DELAYED_CARD });
  expect(ordersOf(shop)).toMatchObject([{ status: "processing", paidAt: null, ...TAKEN }]);
  expect(itemsOf(shop).map(({ paidAmount }) => paidAmount)).toEqual(ITEM_PRICES);
  expect(await readDetail(shop.browser, shop.sessionId)).toMatchObject({
    status: "processing",
    totalAmount: 5033,
    taxAmount: 804,
    discountAmount: 470,
  });
  expect(await shop.prices()).toEqual([ITEM_PRICES, ITEM_PRICES]);
  const lines = "Premium Pack: $39.63 USD\nMonthly Club: $10.70 USD\nTotal: $50.33 USD";
  expect(shop.mails[0]?.text).toContain(lines);

  shop.simulator.control.settle(shop.sessionId, "succeeded");
  await shop.settle();
  expect(ordersOf(shop)).toMatchObject([{ status: "paid", ...TAKEN }]);
  expect(await shop.prices()).toEqual([ITEM_PRICES, ITEM_PRICES]);
  expect(openNotesOf(shop)).toEqual([]);
});

test("an order stored with list prices gets the amounts at the next check, without a mail", async () => {
  const shop = await order({ card: DELAYED_CARD });
  const author = { actor: "test", now: shop.clock.now() };
  const former = { totalAmount: 4699, taxAmount: 0, addedTax: 0, discountAmount: 0 };
  shop.db.write((tx) => {
    updateRow(tx, orders, 1, { ...former, discountCode: null, country: null }, author);
    for (const id of [1, 2]) updateRow(tx, orderItems, id, { paidAmount: null }, author);
  });
  await fulfil(shop.deps, shop.sessionId);
  await shop.settle();
  expect(ordersOf(shop)).toMatchObject([{ status: "processing", ...TAKEN }]);
  expect(itemsOf(shop).map(({ paidAmount }) => paidAmount)).toEqual(ITEM_PRICES);
  expect(emailsOf(shop)).toHaveLength(1);
});

test("pages show nothing paid for a free order", async () => {
  const shop = await order({ percentOff: 100 });
  expect(ordersOf(shop)).toMatchObject([{ status: "paid", totalAmount: 0 }]);
  expect(await shop.prices()).toEqual([
    [0, 0],
    [0, 0],
  ]);
});

test("the mail of an order whose files wait lists the amounts paid", async () => {
  const { mails } = await order({ withoutConsent: "wait" });
  const waiting = mails.find(({ subject }) => subject.endsWith(" is confirmed"));
  expect(waiting?.text).toContain("Premium Pack: $39.63 USD\nTotal: $50.33 USD");
});
