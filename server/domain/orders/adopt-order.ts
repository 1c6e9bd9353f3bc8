import { eq, inArray } from "drizzle-orm";
import type { Transaction } from "../../../db/client.ts";
import { type Author, insertRow } from "../../../db/record.ts";
import { type Order, orders, products } from "../../../db/schema.ts";
import type { Checkout } from "../../ports/payments.ts";
import { insertItem } from "../files/grants.ts";
import { addNote } from "./order-notes.ts";
import { isOrderNumber } from "./order-number.ts";

/**
 * Makes the order of a session that this shop sold and then forgot, as after a backup was restored:
 * from what the provider kept of it (decision: sweep). The caller has seen the shop's id in it.
 * Undefined when it names no order number that is free, or none of its products is known here any more.
 */
export function adoptOrder(tx: Transaction, checkout: Checkout, author: Author): Order | undefined {
  const { orderNumber, lines } = checkout;
  if (!orderNumber || !isOrderNumber(orderNumber)) return undefined;
  // Another shop's session can carry the number of an order that has one of its own.
  const taken = eq(orders.number, orderNumber);
  if (tx.select({ id: orders.id }).from(orders).where(taken).get()) return undefined;
  const known = tx
    .select({ id: products.id })
    .from(products)
    .where(
      inArray(
        products.id,
        lines.map((line) => line.productId),
      ),
    )
    .all();
  const sold = known.flatMap(({ id }) => lines.find((line) => line.productId === id) ?? []);
  if (sold.length === 0) return undefined;
  const wanted = new Set(lines.map((line) => line.productId)).size;
  const order = insertRow(
    tx,
    orders,
    {
      number: orderNumber,
      status: "open",
      sessionId: checkout.id,
      currency: checkout.currency,
      totalAmount: checkout.amountTotal,
      nextCheckAt: author.now,
    },
    author,
  );
  for (const { productId, name, price, type, billingPeriod } of sold) {
    insertItem(tx, { orderId: order.id, productId, name, price, type, billingPeriod }, author);
  }
  if (wanted > known.length) {
    addNote(tx, { orderId: order.id, kind: "missing_products", amount: null, author });
  }
  return order;
}
