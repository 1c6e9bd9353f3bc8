import { expect, test } from "vitest";
import type { Receipt } from "../../server/contract/answers.ts";
import { expectWords, renderPage } from "./render-page.ts";

const PATH = "/account/orders/K7QM-3XRT";

const RECEIPT: Receipt = {
  orderNumber: "K7QM-3XRT",
  paidAt: "2026-11-21T23:30:00.000Z",
  buyer: { name: "Anna Bear", email: "anna@example.com", country: "Germany", taxId: "DE1" },
  currency: "eur",
  items: [
    { id: 1, name: "Pack", licence: "classroom", billingPeriod: null, price: 3700, credit: 2700 },
    { id: 2, name: "Club", licence: "personal", billingPeriod: "month", price: 900, credit: 0 },
  ],
  subtotal: 1900,
  discount: 190,
  discountCode: "SPRING",
  tax: { amount: 325, isIncluded: false, rates: [{ percent: 19, net: 1710, amount: 325 }] },
  other: 0,
  total: 2035,
  refunded: 500,
  invoice: { number: "INV-1", url: "https://invoice.example/1" },
};

const SELLER = {
  name: "Acorn & Oak",
  address: "Elm Street 1\nBerlin",
  country: "Germany",
  vatNumber: "DE9",
  registrationNumber: "",
};

const show = async (changes: Partial<Receipt>, site = {}) =>
  renderPage(PATH, { "/account/orders/:id": { ...RECEIPT, ...changes } }, site);

test("a receipt names both parties and every amount", async () => {
  const { words, html, title } = await show({}, { seller: SELLER });
  expect(title).toBe("Receipt K7QM-3XRT");
  expectWords(words, [
    "Order K7QM-3XRT, paid on November 21, 2026",
    "Sold byAcorn & OakElm Street 1BerlinGermanyVAT number: DE9",
    "Anna Bearanna@example.comGermanyVAT number: DE1",
    "PackClassroom license€37.00Credit for your earlier purchase-€27.00",
    "ClubPersonal license, a month€9.00",
    "Subtotal€19.00Discount (SPRING)-€1.90Tax 19% on €17.10€3.25Total paid€20.35 EUR",
    "Net amount€17.10Refunded-€5.00Total after refunds€15.35 EUR",
    "Classroom license. One teacher",
    "Personal license. For personal",
  ]);
  expect(html).toMatch(/href="https:\/\/invoice\.example\/1"[^>]*>Invoice INV-1</);
  expect(html).toMatch(/print:block">Invoice INV-1</);
});

test.each([
  ["Gumroad", "You bought this at Gumroad, before the shop moved here. The receipt or invoice of"],
  [null, "You bought this at the earlier shop, before the shop moved here."],
])("the receipt of an order from %s names the shop whose receipt applies", async (shop, text) => {
  const { words } = await show({ shop, invoice: null });
  expectWords(words, [text]);
});

test("a receipt without discount, tax, refund, invoice and seller has only its total", async () => {
  const none = { discount: 0, discountCode: null, tax: null, refunded: 0, invoice: null };
  const { words } = await show({ ...none, total: 1900 });
  expectWords(
    words,
    ["Sold byPapercubpapercub.example", "Total paid€19.00 EUR"],
    ["Subtotal", "Discount", "Tax", "Net", "Refunded", "Invoice"],
  );
});

test("tax in the prices is named below the total", async () => {
  const { words } = await show({
    discount: 0,
    tax: { amount: 303, isIncluded: true, rates: [] },
    total: 1900,
  });
  expectWords(words, ["Total paid€19.00 EURTax included in the total€3.03Net amount€15.97"]);
});

test("tax in the prices is listed by rate", async () => {
  const rates = [
    { percent: 19, net: 1000, amount: 190 },
    { percent: 8.875, net: 653, amount: 57 },
  ];
  const tax = { amount: 247, isIncluded: true, rates };
  const { words } = await show({ discount: 0, tax, total: 1900 });
  expectWords(words, [
    "Total paid€19.00 EURIncluded tax, 19% on €10.00€1.90Included tax, 8.875% on €6.53€0.57Net",
  ]);
});

test("a receipt printed outside of live mode says that no money moved", async () => {
  expectWords((await show({}, { mode: "demo" })).html, ['print:block">This is a demo']);
  expectWords((await show({})).html, [], ["This is a demo"]);
});

test("a receipt links to the withdrawal page where the shop offers it", async () => {
  const link = 'href="/withdraw" class="link">Withdraw from this order<';
  expectWords((await show({}, { withdrawal: true })).html, [link]);
  expectWords((await show({})).html, [], [link]);
  const refunded = await show({ refunded: RECEIPT.total }, { withdrawal: true });
  expectWords(refunded.html, [], [link]);
});
