import type { TaxSum } from "../../server/contract/stats.ts";
import type { SoldOrder, SoldRenewal } from "./stats-oracle.ts";

/** Amount with its tax, by rate in millionths; "" is an unknown rate. */
type Parts = Map<string, { revenue: number; tax: number }>;

/** Sums payments and refunds by country and rate, one at a time. */
export function countTaxes(
  orders: readonly SoldOrder[],
  isNow: (time: number) => boolean,
): TaxSum[] {
  const sums = new Map<string, TaxSum>();
  for (const order of orders) {
    count(order, partsOf(order));
    for (const renewal of order.renewals) count(renewal, partsOfRenewal(renewal));
  }
  return [...sums.values()].filter(
    ({ orders: count, refunds, refundedTax }) => count !== 0 || refunds !== 0 || refundedTax !== 0,
  );

  function count(payment: SoldOrder | SoldRenewal, parts: Parts): void {
    if (isNow(payment.paidAt)) {
      for (const [rate, part] of parts) add(payment, rate, { orders: 1, ...part });
    }
    let refunded = 0;
    for (const { at, amount } of payment.refunds) {
      const before = refundedBy(parts, payment.total, refunded);
      refunded += amount;
      const after = refundedBy(parts, payment.total, refunded);
      if (!isNow(at)) continue;
      for (const [rate, now] of after) {
        const { refunds = 0, refundedTax = 0 } = before.get(rate) ?? {};
        const change = {
          refunds: now.refunds - refunds,
          refundedTax: now.refundedTax - refundedTax,
        };
        add(payment, rate, change);
      }
    }
  }

  function add(
    { country: code }: Pick<SoldRenewal, "country">,
    rate: string,
    amounts: Partial<TaxSum>,
  ): void {
    const country = code ?? "";
    const percent = rate === "" ? null : Number(rate) / 10_000;
    const none = { orders: 0, revenue: 0, refunds: 0, tax: 0, refundedTax: 0 };
    const sum = sums.get(`${country}:${rate}`) ?? { country, percent, ...none };
    for (const [name, amount] of Object.entries(amounts))
      sum[name as keyof typeof none] += +(amount ?? 0);
    sums.set(`${country}:${rate}`, sum);
  }
}

/** Splits the refunded part of a payment. The last rate takes what rounding leaves. */
function refundedBy(parts: Parts, total: number, refunded: number) {
  const result = new Map<string, { refunds: number; refundedTax: number }>();
  let [revenueSoFar, refundsSoFar] = [0, 0];
  for (const [rate, { revenue, tax }] of [...parts].toSorted(([one], [other]) =>
    one < other ? -1 : 1,
  )) {
    revenueSoFar += revenue;
    const refunds = rounded((refunded * revenueSoFar) / total) - refundsSoFar;
    refundsSoFar += refunds;
    result.set(rate, { refunds, refundedTax: rounded((refunded * tax) / total) });
  }
  return result;
}

const rounded = (amount: number) => Math.sign(amount) * Math.round(Math.abs(amount));

function partsOf({ total, tax, items, hasPaidAmounts }: SoldOrder): Parts {
  const parts: Parts = new Map();
  const add = (rate: string, amount: number, itemTax: number) => {
    const part = parts.get(rate) ?? { revenue: 0, tax: 0 };
    parts.set(rate, { revenue: part.revenue + amount, tax: part.tax + itemTax });
  };
  let [revenueLeft, taxLeft] = [total, tax];
  for (const item of items) {
    const amount = hasPaidAmounts ? item.amount : 0;
    add(item.tax === 0 ? "0" : String(item.rate ?? ""), amount, item.tax);
    revenueLeft -= amount;
    taxLeft -= item.tax;
  }
  add(taxLeft === 0 ? "0" : "", revenueLeft, taxLeft);
  return new Map([...parts].filter(([, part]) => part.revenue !== 0 || part.tax !== 0));
}

function partsOfRenewal({ total, tax, rate }: SoldRenewal): Parts {
  return new Map([[tax === 0 ? "0" : String(rate ?? ""), { revenue: total, tax: tax ?? 0 }]]);
}
