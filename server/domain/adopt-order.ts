import { inArray } from "drizzle-orm";
import type { Transaction } from "../../db/client.ts";
import { type Author, insertRow } from "../../db/record.ts";
import { orderItems, orders, products } from "../../db/schema.ts";
import type { Checkout } from "../deps.ts";
import { snapshotFiles } from "./grants.ts";
import { isOrderNumber } from "./order-number.ts";

/**
 * Makes the order of a session that this shop sold and then forgot, as after a backup was restored:
 * from what the provider kept of it. Undefined when the session is not this shop's, or none of its
 * products is known here any more.
 */
export function adoptOrder(
  tx: Transaction,
  checkout: Checkout,
  author: Author,
): typeof orders.$inferSelect | undefined {
  const { orderNumber, lines } = checkout;
  if (!orderNumber || !isOrderNumber(orderNumber)) return undefined;
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
  const sold = lines.filter((line) => known.some((product) => product.id === line.productId));
  if (sold.length === 0) return undefined;
  const missing = lines.length - sold.length;
  const order = insertRow(
    tx,
    orders,
    {
      number: orderNumber,
      status: "open",
      sessionId: checkout.id,
      currency: checkout.currency,
      totalAmount: checkout.amountTotal,
      attention: missing > 0 ? `${missing} of its products no longer exist in this shop.` : null,
    },
    author,
  );
  for (const { productId, name, price, type, billingPeriod } of sold) {
    const snapshot = { name, price, type, billingPeriod, files: snapshotFiles(tx, productId) };
    insertRow(tx, orderItems, { orderId: order.id, productId, ...snapshot }, author);
  }
  return order;
}
