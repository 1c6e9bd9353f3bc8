import { and, eq, isNotNull } from "drizzle-orm";
import type { Transaction } from "../../../db/client.ts";
import { insertRow, updateRow } from "../../../db/record.ts";
import { type Order, orderItems, orders } from "../../../db/schema.ts";
import { tableRefusals as texts } from "../../contract/admin-messages.ts";
import { setEmail } from "../orders/correct-email.ts";
import { giveProduct } from "../orders/item-access.ts";
import { newOrderNumber, WAITING } from "../orders/order.ts";
import type { WriteRules } from "./define-table.ts";
import { inUse } from "./references.ts";

/** Orders created by the owner are free. A new email takes effect like the buyer's own correction. */
export const orderRules: WriteRules = {
  create(tx, values, author) {
    const order = {
      number: newOrderNumber(),
      status: "paid" as const,
      email: String(values["email"]),
      customerName: values["customer_name"] as string | null,
      currency: "usd",
      totalAmount: 0,
      paidAt: author.now,
    };
    return insertRow(tx, orders, order, author).id;
  },

  update(tx, { id }, { patch, author }) {
    if ("customer_name" in patch) {
      const customerName = patch["customer_name"] as string | null;
      updateRow(tx, orders, id, { customerName }, author);
    }
    if ("email" in patch) {
      setEmail(tx, { order: getOrder(tx, id), email: String(patch["email"]), author });
    }
  },

  mayRemove(tx, { id }) {
    const { status, totalAmount, refundedAmount, paidAt } = getOrder(tx, id);
    if (WAITING.some((each) => each === status)) throw inUse(texts.orderPayable);
    if (refundedAmount > 0 || (paidAt !== null && totalAmount > 0)) throw inUse(texts.orderMoney);
    const granted = and(eq(orderItems.orderId, id), isNotNull(orderItems.grantedAt));
    if (tx.select({ id: orderItems.id }).from(orderItems).where(granted).get()) {
      throw inUse(texts.orderGranted);
    }
  },
};

/** Items created by the owner give their product free of charge, without a mail. */
export const orderItemRules: WriteRules = {
  create(tx, values, author) {
    const until = values["access_until"];
    return giveProduct(tx, {
      orderId: Number(values["order_id"]),
      productId: Number(values["product_id"]),
      accessUntil: typeof until === "string" ? new Date(until) : null,
      mail: null,
      author,
    }).id;
  },

  mayRemove(tx, row) {
    if (row["granted_at"] !== null) throw inUse(texts.itemGranted);
    const { status } = getOrder(tx, Number(row["order_id"]));
    if (WAITING.some((each) => each === status)) throw inUse(texts.itemOrdered);
  },
};

/** A record that the provider still renews stays: its next event would create it again. */
export const subscriptionRules: WriteRules = {
  mayRemove(_tx, { status, current_period_end: end }, { now }) {
    const isPaid = typeof end === "string" && new Date(end) > now;
    if (status === "active" && isPaid) throw inUse(texts.subscriptionRuns);
  },
};

function getOrder(tx: Transaction, id: number): Order {
  const order = tx.select().from(orders).where(eq(orders.id, id)).get();
  if (!order) throw new Error(`No order ${id}.`);
  return order;
}
