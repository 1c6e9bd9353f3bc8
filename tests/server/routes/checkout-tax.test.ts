import { expect, test } from "vitest";
import { products } from "../../../db/schema.ts";
import { openBrowser, startCheckout } from "../../support/browser.ts";
import { SITE } from "../../support/create-test-app.ts";
import { itemsOf, openNotesOf, ordersOf } from "../../support/money.ts";
import { changeSettings } from "../../support/shop-settings.ts";
import { openShop } from "../../support/shop.ts";
import { changeRow } from "../../support/rows.ts";

/** Opens a shop whose prices exclude tax. */
async function openTaxedShop() {
  const shop = await openShop();
  changeSettings(shop, { tax: "added", brand: "Paper & Cub" });
  return { ...shop, control: shop.simulator.control };
}

test("a checkout asks for tax, an invoice and the browser's language", async () => {
  const shop = await openTaxedShop();
  const images = ["/uploads/pack.png", "/uploads/inside.png"];
  changeRow(shop, products, shop.pack, { images });
  const browser = openBrowser(shop, { "Accept-Language": "de-AT,de;q=0.9,en;q=0.8" });
  await startCheckout(browser, [shop.pack]);
  expect(shop.control.requests().findLast(({ method }) => method === "POST")?.params).toMatchObject(
    {
      automatic_tax: { enabled: "true" },
      billing_address_collection: "required",
      invoice_creation: { enabled: "true" },
      line_items: {
        0: {
          price_data: {
            product_data: { name: "Premium Pack", images: { 0: `${SITE}/uploads/pack.png` } },
            tax_behavior: "exclusive",
          },
        },
      },
      locale: "de",
      payment_intent_data: { statement_descriptor_suffix: "Paper & Cu" },
      tax_id_collection: { enabled: "true" },
    },
  );
});

test("a changed tax rule is never applied to an open checkout, which is replaced", async () => {
  const shop = await openTaxedShop();
  const first = await startCheckout(shop.browser, [shop.pack]);
  expect(await startCheckout(shop.browser, [shop.pack])).toBe(first);
  changeSettings(shop, { tax: "included" });
  expect(await startCheckout(shop.browser, [shop.pack])).not.toBe(first);
});

test("a taxed order stores country, VAT number, invoice and the tax of each item", async () => {
  const shop = await openTaxedShop();
  const sessionId = await startCheckout(shop.browser, [shop.pack, shop.book]);
  await shop.control.pay(sessionId, { country: "DE", taxId: "DE123456789" });
  await shop.settle();
  const [order] = ordersOf(shop);
  expect(order).toMatchObject({
    status: "paid",
    totalAmount: 5831,
    taxAmount: 931,
    discountAmount: 0,
    country: "DE",
    taxId: "DE123456789",
    invoiceNumber: expect.stringMatching(/-0001$/),
    invoiceUrl: expect.stringContaining(`${SITE}/demo/invoice/in_`),
  });
  expect(itemsOf(shop)).toMatchObject([
    { price: 3700, paidAmount: 4403, taxAmount: 703 },
    { price: 1200, paidAmount: 1428, taxAmount: 228 },
  ]);
  expect(openNotesOf(shop)).toEqual([]);
  expect(shop.mails[0]?.text).toContain(`Invoice: ${order?.invoiceUrl}`);
});

test("a country without registration has no tax, and no note", async () => {
  const shop = await openTaxedShop();
  const sessionId = await startCheckout(shop.browser, [shop.pack]);
  await shop.control.pay(sessionId, { country: "US" });
  await shop.settle();
  expect(ordersOf(shop)).toMatchObject([{ totalAmount: 3700, taxAmount: 0, country: "US" }]);
  expect(openNotesOf(shop)).toEqual([]);
});
