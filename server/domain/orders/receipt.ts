import { asc, eq } from "drizzle-orm";
import { type Order, orderItems, orders } from "../../../db/schema.ts";
import type { Receipt } from "../../contract/answers.ts";
import type { Deps } from "../../deps.ts";
import { countryName } from "../content/settings.ts";
import { isOwner, type Viewer } from "../files/grants.ts";
import { findOrderNumber } from "./order.ts";

/** Returns the receipt of a paid order, for its buying browser or signed-in owner; else null. */
export function findReceipt(
  { db, clock }: Pick<Deps, "db" | "clock">,
  orderNumber: string,
  viewer: Viewer,
): Receipt | null {
  const isIt = eq(orders.number, findOrderNumber(orderNumber) ?? "");
  const order = db.select().from(orders).where(isIt).get();
  if (!order?.paidAt || !isOwner(order, viewer, clock.now())) return null;
  const isOfOrder = eq(orderItems.orderId, order.id);
  const items = db.select().from(orderItems).where(isOfOrder).orderBy(asc(orderItems.id)).all();
  const { number, email, customerName: name, country, taxId, invoiceNumber, invoiceUrl } = order;
  return {
    orderNumber: number,
    paidAt: order.paidAt.toISOString(),
    buyer: { name, email, country: country && countryName(country), taxId },
    currency: order.currency,
    items: items.map(({ id, price, creditAmount: credit, ...item }) => ({
      id,
      name: item.name,
      licence: item.licence,
      billingPeriod: item.billingPeriod,
      price: price + credit,
      credit,
    })),
    ...amountsOf(
      order,
      items.reduce((sum, { price }) => sum + price, 0),
    ),
    refunded: order.refundedAmount,
    invoice: invoiceUrl === null ? null : { number: invoiceNumber, url: invoiceUrl },
  };
}

/**
 * Splits the total. `other` is the part that prices, discount and tax do not explain.
 */
function amountsOf(
  { totalAmount: total, taxAmount, addedTax, discountAmount: discount, discountCode }: Order,
  subtotal: number,
) {
  const tax = taxAmount === 0 ? null : { amount: taxAmount, isIncluded: addedTax === 0 };
  const other = total - (subtotal - discount) - addedTax;
  return { subtotal, discount, discountCode, tax, other, total };
}
