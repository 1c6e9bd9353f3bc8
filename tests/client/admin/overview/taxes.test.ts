import { expect, test } from "vitest";
import { rateText, taxCsv, totalTax } from "../../../../client/admin/overview/taxes.ts";

const SUMS = [
  sumOf("DE", 19, [2, 10_234, 1634, 1000, 160]),
  sumOf("CH", 8.1, [1, 1297, 97, 0, 0]),
  sumOf("DE", 7, [1, 1070, 70, 0, 0]),
  sumOf("DE", null, [1, 500, 80, 0, 0]),
  sumOf("", 0, [0, 0, 0, -300, 0]),
];

type Amounts = [orders: number, revenue: number, tax: number, refunds: number, refunded: number];

function sumOf(country: string, percent: number | null, amounts: Amounts) {
  const [orders, revenue, tax, refunds, refundedTax] = amounts;
  return { country, percent, orders, revenue, tax, refunds, refundedTax };
}

test("the CSV of tax has integer cents by country and rate, as its header says", () => {
  const days = { from: "2026-10-01", to: "2026-12-31" };
  expect(taxCsv(SUMS, { currency: "eur", days }).split("\r\n")).toEqual([
    "from,to,country,rate_percent,currency,orders,revenue_cents,net_revenue_cents,tax_cents,refunds_cents,net_refunds_cents,refunded_tax_cents",
    "2026-10-01,2026-12-31,,0,EUR,0,0,0,0,-300,-300,0",
    "2026-10-01,2026-12-31,CH,8.1,EUR,1,1297,1200,97,0,0,0",
    "2026-10-01,2026-12-31,DE,,EUR,1,500,420,80,0,0,0",
    "2026-10-01,2026-12-31,DE,7,EUR,1,1070,1000,70,0,0,0",
    "2026-10-01,2026-12-31,DE,19,EUR,2,10234,8600,1634,1000,840,160",
    "",
  ]);
});

test("a country that looks like a formula is text in the CSV", () => {
  const days = { from: "2026-10-01", to: "2026-10-01" };
  const csv = taxCsv([sumOf("=1", 0, [1, 1, 0, 0, 0])], { currency: "eur", days });
  expect(csv).toContain(",'=1,0,EUR");
});

test("the total adds up all countries and rates", () => {
  const total = { revenue: 13_101, tax: 1881, refunds: 700, refundedTax: 160 };
  expect(totalTax(SUMS)).toEqual(total);
});

test.each([
  [19, "19%"],
  [8.1, "8.1%"],
  [0, "No tax"],
  [null, "Unknown"],
])("the rate %j is %s", (percent, text) => {
  expect(rateText(percent)).toBe(text);
});
