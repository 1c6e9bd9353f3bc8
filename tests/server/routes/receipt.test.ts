import { describe, expect, test } from "vitest";
import { updateRow } from "../../../db/record.ts";
import { orderItems, orders } from "../../../db/schema.ts";
import { findReceipt } from "../../../server/domain/orders/receipt.ts";
import { openBrowser, startCheckout } from "../../support/browser.ts";
import { DAY_MS, DELAYED_CARD, ordersOf } from "../../support/money.ts";
import { realPages } from "../../support/page-desk.ts";
import { changeSettings } from "../../support/shop-settings.ts";
import { buy, openShop, signIn } from "../../support/shop.ts";
import { changeRow } from "../../support/rows.ts";

const BUYER = "buyer@example.com";

/** Opens a shop with an order of the pack; `path` is its receipt. */
async function bought({ card = "4242424242424242" } = {}) {
  const shop = await openShop({ web: realPages, env: { GTM_ID: "GTM-TEST1" } });
  await buy(shop, shop.browser, { products: [shop.pack], email: BUYER, card });
  const [order] = ordersOf(shop);
  if (!order) throw new Error("There is no order.");
  return { shop, order, path: `/account/orders/${order.number}` };
}

describe("a receipt", () => {
  test("is closed to a stranger, who is sent to the sign-in page and back", async () => {
    const { shop, path } = await bought();
    for (const asked of [path, "/account/orders/AAAA-AAAA"]) {
      const answer = await openBrowser(shop).get(asked);
      expect(answer.status).toBe(302);
      expect(answer.headers.get("Location")).toBe(`/login?returnUrl=${encodeURIComponent(asked)}`);
    }
  });

  test("is closed to another customer, like the one of an unknown order", async () => {
    const { shop, path } = await bought();
    const ben = signIn(shop, "ben@example.com");
    expect((await ben.get(path)).status).toBe(404);
    expect((await ben.get("/account/orders/AAAA-AAAA")).status).toBe(404);
  });

  test("is closed to the guest's browser after 28 days", async () => {
    const { shop, path } = await bought();
    shop.clock.advance(28 * DAY_MS + 1);
    expect((await shop.browser.get(path)).status).toBe(302);
    expect((await signIn(shop, BUYER).get(path)).status).toBe(200);
  });

  test("does not exist before the payment", async () => {
    const { shop, path } = await bought({ card: DELAYED_CARD });
    expect((await signIn(shop, BUYER).get(path)).status).toBe(404);
  });

  test("is shown to its buyer by browser and by account, without a script or tracker", async () => {
    const { shop, order, path } = await bought();
    for (const browser of [shop.browser, signIn(shop, BUYER)]) {
      const page = await browser.get(path.toLowerCase());
      expect(page.status).toBe(200);
      expect(page.headers.get("Cache-Control")).toBe("private, no-store");
      expect(page.headers.get("Content-Security-Policy")).not.toContain("googletagmanager");
      const html = await page.text();
      for (const text of [order.number, BUYER, "Premium Pack", "Personal license", "$37.00 USD"]) {
        expect(html).toContain(text);
      }
    }
  });
});

test.each<[string, Partial<typeof orders.$inferSelect>, object]>([
  ["no tax", {}, { tax: null, other: 0, total: 3700 }],
  [
    "a discount and tax on top",
    {
      discountAmount: 370,
      discountCode: "SPRING",
      taxAmount: 666,
      addedTax: 666,
      totalAmount: 3996,
    },
    {
      discount: 370,
      discountCode: "SPRING",
      tax: { amount: 666, isIncluded: false },
      other: 0,
      total: 3996,
    },
  ],
  [
    "tax in the price",
    { taxAmount: 591, totalAmount: 3700 },
    { tax: { amount: 591, isIncluded: true, rates: [] }, other: 0, total: 3700 },
  ],
  [
    "tax in the price, and a product that is missing",
    { taxAmount: 591, totalAmount: 4900 },
    { tax: { amount: 591, isIncluded: true }, other: 1200, total: 4900 },
  ],
  [
    "a discount that was not stored, of an older order",
    { totalAmount: 3000 },
    { discount: 0, tax: null, other: -700, total: 3000 },
  ],
])("the lines of an order with %s add up", async (_name, patch, amounts) => {
  const { shop, order } = await bought();
  changeRow(shop, orders, order.id, patch);
  const viewer = { browserHash: null, user: { id: 0, email: BUYER } };
  const receipt = findReceipt(shop.deps, order.number, viewer);
  expect(receipt).toMatchObject({ subtotal: 3700, refunded: 0, ...amounts });
});

test("a receipt has the buyer's country and VAT number, the credit and the invoice", async () => {
  const { shop, order } = await bought();
  const author = { actor: "test", now: shop.clock.now() };
  const url = "https://invoice.example/1";
  shop.db.write((tx) => {
    const invoice = { invoiceNumber: "INV-1", invoiceUrl: url };
    const buyer = { country: "DE", taxId: "DE123456789", totalAmount: 1000, refundedAmount: 400 };
    updateRow(tx, orders, order.id, { ...invoice, ...buyer }, author);
    const [item] = tx.select().from(orderItems).all();
    updateRow(tx, orderItems, item?.id ?? 0, { price: 1000, creditAmount: 2700 }, author);
  });
  const viewer = { browserHash: null, user: { id: 0, email: BUYER } };
  expect(findReceipt(shop.deps, order.number, viewer)).toMatchObject({
    buyer: { email: BUYER, country: "Germany", taxId: "DE123456789" },
    items: [{ price: 3700, credit: 2700, licence: "personal" }],
    subtotal: 1000,
    total: 1000,
    refunded: 400,
    invoice: { number: "INV-1", url },
  });
});

test.each([
  ["added", { net: 4900, amount: 931 }],
  ["included", { net: 4117, amount: 783 }],
] as const)("tax that is %s is listed by rate, with its net amount", async (tax, sums) => {
  const shop = await openShop();
  changeSettings(shop, { tax });
  const sessionId = await startCheckout(shop.browser, [shop.pack, shop.book]);
  await shop.simulator.control.pay(sessionId, { country: "DE", email: BUYER });
  await shop.settle();
  const viewer = { browserHash: null, user: { id: 0, email: BUYER } };
  const rates = () => findReceipt(shop.deps, ordersOf(shop)[0]?.number ?? "", viewer)?.tax?.rates;
  expect(rates()).toEqual([{ percent: 19, ...sums }]);

  changeRow(shop, orderItems, 2, { taxRate: 70_000 });
  expect(rates()?.map(({ percent }) => percent)).toEqual([19, 7]);
  changeRow(shop, orderItems, 2, { taxRate: null });
  expect(rates()).toEqual([]);
});
