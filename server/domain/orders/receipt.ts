import { eq } from "drizzle-orm";
import { type Order, type OrderItem, orders } from "../../../db/schema.ts";
import type { Receipt, TaxRate } from "../../contract/answers.ts";
import { type ForeignSource, SOURCE_NAMES } from "../../contract/order-import.ts";
import type { Deps } from "../../deps.ts";
import { countryName, readSite } from "../settings.ts";
import { isGiver, payerEmailOf } from "./gifts.ts";
import { listItems, paidOf } from "./order.ts";
import { isOwner, type Viewer } from "../viewer.ts";
import { findOrderNumber } from "./order.ts";

const MILLIONTHS_A_PERCENT = 10_000;

/**
 * Returns the receipt of a paid order, for its buying browser or signed-in owner; else null. Only
 * the giver of a gift gets its receipt.
 */
export function findReceipt(
  deps: Pick<Deps, "db" | "clock" | "config">,
  orderNumber: string,
  viewer: Viewer,
): Receipt | null {
  const { db, clock } = deps;
  const isIt = eq(orders.number, findOrderNumber(orderNumber) ?? "");
  const order = db.select().from(orders).where(isIt).get();
  if (!order?.paidAt) return null;
  const isBuyer = order.giftTo === null ? isOwner : isGiver;
  if (!isBuyer(order, viewer, clock.now())) return null;
  const items = listItems(db, order.id);
  const { number, customerName: name, country, taxId, invoiceNumber, invoiceUrl } = order;
  return {
    orderNumber: number,
    paidAt: order.paidAt.toISOString(),
    buyer: {
      name,
      email: payerEmailOf(order),
      country: country && countryName(country, readSite(deps).language),
      taxId,
    },
    currency: order.currency,
    items: items.map(({ id, price, creditAmount: credit, ...item }) => ({
      id,
      name: item.name,
      licence: item.licence,
      billingPeriod: item.billingPeriod,
      price: price + credit,
      credit,
    })),
    ...amountsOf(order, items),
    refunded: order.refundedAmount,
    ...(order.source !== "own" && { shop: shopNameOf(order.source) }),
    invoice: invoiceUrl === null ? null : { number: invoiceNumber, url: invoiceUrl },
  };
}

/** Returns the name of a shop; null for `csv`, which may be any shop. */
function shopNameOf(source: ForeignSource): string | null {
  return source === "csv" ? null : SOURCE_NAMES[source];
}

/**
 * Splits the total. `other` is the part that prices, discount and tax do not explain.
 */
function amountsOf(
  { totalAmount: total, taxAmount, addedTax, discountAmount: discount, discountCode }: Order,
  items: OrderItem[],
) {
  const subtotal = items.reduce((sum, { price }) => sum + price, 0);
  const rates = listRates(items, taxAmount);
  const tax = taxAmount === 0 ? null : { amount: taxAmount, isIncluded: addedTax === 0, rates };
  const other = total - (subtotal - discount) - addedTax;
  return { subtotal, discount, discountCode, tax, other, total };
}

/** Sums the tax by rate, the highest first; [] unless the items explain all of the order's tax. */
function listRates(items: OrderItem[], taxAmount: number): TaxRate[] {
  const rates = new Map<number, TaxRate>();
  for (const item of items.filter((each) => each.taxAmount > 0)) {
    if (item.taxRate === null) return [];
    const { net, amount } = rates.get(item.taxRate) ?? { net: 0, amount: 0 };
    rates.set(item.taxRate, {
      percent: item.taxRate / MILLIONTHS_A_PERCENT,
      net: net + paidOf(item) - item.taxAmount,
      amount: amount + item.taxAmount,
    });
  }
  const sortedRates = [...rates.values()].toSorted((a, b) => b.percent - a.percent);
  return sortedRates.reduce((sum, { amount }) => sum + amount, 0) === taxAmount ? sortedRates : [];
}
