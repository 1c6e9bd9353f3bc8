import { describe, expect, test } from "vitest";
import {
  csvFile,
  type CsvRow,
  GUMROAD_HEADERS,
  planForeign,
  SHOPIFY_HEADERS,
} from "../../../support/foreign-csv.ts";

const SALE: CsvRow = {
  "Purchase ID": "p1==",
  "Item Name": "Weekend Pack",
  "Buyer Name": "Anna Bear",
  "Purchase Email": "anna@example.com",
  "Purchase Date": "2025-03-04",
  "Purchase Time (UTC timezone)": "2025-03-04 15:06:07 UTC",
  "Sale Price ($)": "9.00",
  "Taxes ($)": "1.50",
  "Order Number": "817",
};
const gumroad = (...rows: CsvRow[]) => planForeign(csvFile(GUMROAD_HEADERS, rows));
const sale = (changes: CsvRow) => gumroad({ ...SALE, ...changes });

describe("Gumroad", () => {
  test("reads a sale, and not the row of totals", () => {
    const { source, orders, skipped } = gumroad(SALE, {
      "Purchase ID": "Totals",
      "Sale Price ($)": "9.00",
    });
    expect({ source, orders, skipped }).toEqual({
      source: "gumroad",
      skipped: [],
      orders: [
        {
          line: 2,
          sourceId: "p1==",
          number: "817",
          email: "anna@example.com",
          giverEmail: null,
          name: "Anna Bear",
          paidAt: Date.parse("2025-03-04T15:06:07Z"),
          currency: "usd",
          total: 900,
          tax: 150,
          refunded: 0,
          state: "paid",
          accessUntil: null,
          country: null,
          noMails: false,
          items: [{ name: "Weekend Pack", price: 900 }],
        },
      ],
    });
  });

  test.each<[string, CsvRow, object]>([
    [
      "a variant",
      { Variants: "Classroom" },
      { items: [{ name: "Weekend Pack - Classroom", price: 900 }] },
    ],
    ["an amount with a sign and groups", { "Sale Price ($)": "$1,234.50" }, { total: 123_450 }],
    [
      "a cell protected from formulas",
      { "Item Name": "'=Sum" },
      { items: [{ name: "=Sum", price: 900 }] },
    ],
    [
      "a full refund",
      { "Refunded?": "1", "Fully Refunded?": "1" },
      { state: "refunded", refunded: 900 },
    ],
    [
      "a partial refund, which leaves the access",
      { "Refunded?": "1", "Fully Refunded?": "0", "Partial Refund ($)": "2.00" },
      { state: "paid", refunded: 200 },
    ],
    [
      "a partial refund of more than the sum",
      { "Refunded?": "1", "Fully Refunded?": "0", "Partial Refund ($)": "99.00" },
      { state: "paid", refunded: 900 },
    ],
    ["a dispute", { "Disputed?": "1", "Dispute Won?": "0" }, { state: "disputed" }],
    ["a won dispute", { "Disputed?": "1", "Dispute Won?": "1" }, { state: "paid" }],
    ["revoked access", { "Access Revoked?": "1" }, { state: "revoked" }],
    [
      "a gift, which the recipient gets",
      { "Giftee Email": "Ben@Example.com" },
      { email: "ben@example.com", giverEmail: "anna@example.com", name: null },
    ],
    [
      "a gift to the buyer's own address, which is an ordinary sale",
      { "Giftee Email": "Anna@example.com", "Buyer Name": "Anna" },
      { email: "anna@example.com", giverEmail: null, name: "Anna" },
    ],
    [
      "an ended subscription",
      { "Subscription End Date": "2025-06-01" },
      { accessUntil: Date.parse("2025-06-01T12:00Z") },
    ],
    ["a buyer who wants no mails", { "Do not contact?": "1" }, { noMails: true }],
    [
      "a sale without the time of day",
      { "Purchase Time (UTC timezone)": "" },
      { paidAt: Date.parse("2025-03-04T12:00:00Z") },
    ],
    [
      "the account's email if none was typed",
      { "Purchase Email": "", "Buyer Email": "a@example.com" },
      { email: "a@example.com" },
    ],
  ])("reads %s", (_what, changes, order) => {
    expect(sale(changes)).toMatchObject({ orders: [order], skipped: [] });
  });

  test.each<[string, CsvRow, object]>([
    ["without an email", { "Purchase Email": "" }, { reason: "no_email", value: "" }],
    ["with a broken email", { "Purchase Email": "anna@" }, { reason: "no_email", value: "anna@" }],
    ["that is only authorised", { "Pre-order authorization?": "1" }, { reason: "unpaid" }],
    [
      "with a sum that is none",
      { "Sale Price ($)": "nine" },
      { reason: "bad_amount", value: "nine" },
    ],
    [
      "with a sum that the store can't add up",
      { "Sale Price ($)": "999999999999999999999" },
      { reason: "bad_amount" },
    ],
    [
      "in the future",
      { "Purchase Time (UTC timezone)": "2026-03-04 15:06:07 UTC" },
      { reason: "bad_date" },
    ],
  ])("skips a sale %s", (_what, changes, skipped) => {
    expect(sale(changes)).toMatchObject({
      orders: [],
      skipped: [{ line: 2, number: "817", ...skipped }],
    });
  });

  test("reads three spellings of an email as one, and each charge of a subscription", () => {
    const spelled = ["ANNA@Example.com", " anna@example.com ", "anna@EXAMPLE.COM"];
    const { orders } = gumroad(
      ...spelled.map((email, at) => ({
        ...SALE,
        "Purchase ID": `p${at}`,
        "Purchase Email": email,
        "Recurring Charge?": at === 0 ? "0" : "1",
      })),
    );
    expect(orders.map(({ email, sourceId }) => [email, sourceId])).toEqual([
      ["anna@example.com", "p0"],
      ["anna@example.com", "p1"],
      ["anna@example.com", "p2"],
    ]);
  });

  test("reads an old export, which lacks most columns, and a sale only once", () => {
    const headers = [
      "Purchase ID",
      "Item Name",
      "Purchase Email",
      "Purchase Date",
      "Sale Price ($)",
    ];
    const { source, orders } = planForeign(csvFile(headers, [SALE, SALE]));
    expect([source, orders.length]).toEqual(["gumroad", 1]);
  });
});

const ORDER: CsvRow = {
  Name: "#1001",
  Email: "anna@example.com",
  "Financial Status": "paid",
  "Paid at": "2025-03-04 10:06:07 -0500",
  Currency: "EUR",
  Taxes: "2.00",
  Total: "20.00",
  "Lineitem quantity": "2",
  "Lineitem name": "Weekend Pack - Classroom",
  "Lineitem price": "5.00",
  "Billing Name": "Anna Bear",
  "Billing Country": "DE",
  Id: "55001",
};
const MORE: CsvRow = {
  Name: "#1001",
  "Lineitem quantity": "1",
  "Lineitem name": "Colour Book",
  "Lineitem price": "12.00",
};
const shopify = (...rows: CsvRow[]) => planForeign(csvFile(SHOPIFY_HEADERS, rows));

describe("Shopify", () => {
  test.each([
    ["empty", MORE],
    ["repeated", { ...ORDER, ...MORE }],
  ])("reads an order whose further rows are %s", (_what, more) => {
    expect(shopify(ORDER, more)).toMatchObject({
      source: "shopify",
      skipped: [],
      orders: [
        {
          sourceId: "55001",
          number: "#1001",
          email: "anna@example.com",
          name: "Anna Bear",
          paidAt: Date.parse("2025-03-04T15:06:07Z"),
          currency: "eur",
          total: 2000,
          tax: 200,
          country: "DE",
          items: [
            { name: "Weekend Pack - Classroom", price: 1000 },
            { name: "Colour Book", price: 1200 },
          ],
        },
      ],
    });
  });

  test.each<[string, CsvRow, object]>([
    ["refunded", { "Financial Status": "refunded" }, { state: "refunded", refunded: 2000 }],
    [
      "partly refunded",
      { "Financial Status": "partially_refunded", "Refunded Amount": "3.00" },
      { state: "paid", refunded: 300 },
    ],
    [
      "cancelled, but still called paid",
      { "Cancelled at": "2025-03-05 10:00:00 -0500" },
      { state: "revoked" },
    ],
    [
      "in a currency without decimals",
      { Currency: "JPY", Total: "1200", Taxes: "0", "Lineitem price": "600" },
      { total: 1200, currency: "jpy" },
    ],
    [
      "with a discount on an item",
      { "Lineitem discount": "4.00" },
      { items: [{ name: "Weekend Pack - Classroom", price: 600 }] },
    ],
  ])("reads an order that is %s", (_what, changes, order) => {
    expect(shopify({ ...ORDER, ...changes })).toMatchObject({ orders: [order], skipped: [] });
  });

  test.each<[string, CsvRow, object]>([
    ["pending", { "Financial Status": "pending" }, { reason: "unpaid", value: "pending" }],
    ["voided", { "Financial Status": "voided" }, { reason: "unpaid", value: "voided" }],
    ["authorized", { "Financial Status": "authorized" }, { reason: "unpaid", value: "authorized" }],
    ["a test", { "Payment Method": "(for testing) Bogus Gateway" }, { reason: "test" }],
    ["without an email", { Email: "" }, { reason: "no_email" }],
    ["in an unknown currency", { Currency: "Points" }, { reason: "bad_currency", value: "Points" }],
    ["with decimals that its currency has not", { Currency: "JPY" }, { reason: "bad_amount" }],
  ])("skips an order that is %s", (_what, changes, skipped) => {
    expect(shopify({ ...ORDER, ...changes })).toMatchObject({ orders: [], skipped: [skipped] });
  });
});
