import { and, eq, isNotNull } from "drizzle-orm";
import type { Transaction } from "../../../db/client.ts";
import { insertRow, updateRow } from "../../../db/record.ts";
import { type Order, orderItems, orders, products } from "../../../db/schema.ts";
import { tableRefusals as texts } from "../../contract/admin-messages.ts";
import { AppError } from "../../errors.ts";
import { insertItem } from "../files/grants.ts";
import { giveEmail } from "../orders/correct-email.ts";
import { newOrderNumber } from "../orders/order-number.ts";
import { WAITING } from "../orders/order-status.ts";
import type { WriteRules } from "./define-table.ts";
import { inUse } from "./references.ts";

/** An order made by hand costs nothing; a new email is given as the buyer's own correction does it. */
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
      giveEmail(tx, { order: getOrder(tx, id), email: String(patch["email"]), author });
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

/** An item made by hand gives its product for nothing. */
export const orderItemRules: WriteRules = {
  create(tx, values, author) {
    const orderId = Number(values["order_id"]);
    const productId = Number(values["product_id"]);
    if (getOrder(tx, orderId).status !== "paid") {
      throw new AppError("conflict", texts.orderUnpaid, { reason: "not_paid" });
    }
    const taken = and(eq(orderItems.orderId, orderId), eq(orderItems.productId, productId));
    if (tx.select({ id: orderItems.id }).from(orderItems).where(taken).get()) {
      const errors = { product_id: [texts.itemTaken] };
      throw new AppError("conflict", texts.itemTaken, { reason: "taken", errors });
    }
    const product = tx.select().from(products).where(eq(products.id, productId)).get();
    if (!product) throw new Error(`No product ${productId}.`);
    const { name, type, billingPeriod } = product;
    const line = { orderId, productId, name, type, billingPeriod, price: 0 };
    const { id } = insertItem(tx, line, author);
    const until = values["access_until"];
    const accessUntil = typeof until === "string" ? new Date(until) : null;
    updateRow(tx, orderItems, id, { grantedAt: author.now, accessUntil }, author);
    return id;
  },

  mayRemove(tx, row) {
    if (row["granted_at"] !== null) throw inUse(texts.itemGranted);
    const { status } = getOrder(tx, Number(row["order_id"]));
    if (WAITING.some((each) => each === status)) throw inUse(texts.itemOrdered);
  },
};

function getOrder(tx: Transaction, id: number): Order {
  const order = tx.select().from(orders).where(eq(orders.id, id)).get();
  if (!order) throw new Error(`No order ${id}.`);
  return order;
}
