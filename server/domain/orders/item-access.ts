import { and, eq } from "drizzle-orm";
import type { Transaction } from "../../../db/client.ts";
import { type Author, updateRow } from "../../../db/record.ts";
import { type Order, type OrderItem, orderItems, products } from "../../../db/schema.ts";
import { orderErrors } from "./refusals.ts";
import { AppError, conflict } from "../../errors.ts";
import { accessStartOf } from "../viewer.ts";
import { onEnded, onRestored, runSteps } from "./consequences.ts";
import { findOrderById, insertItem } from "./order.ts";
import { advanceDelivery, queueDeliveryMail } from "./order-mails.ts";
import { hasNote } from "./order-notes.ts";

type ItemDecision = { itemId: number; author: Author };

/** Revokes an item for good. Throws AppError `conflict` when it gives no access. */
export function revokeItem(tx: Transaction, { itemId, author }: ItemDecision): void {
  const item = getGranted(tx, itemId);
  if (item.revokedAt) throw conflict(orderErrors.revokedAlready);
  const patch = { revokedAt: author.now, revokeReason: "owner" } as const;
  updateRow(tx, orderItems, itemId, patch, author);
  runSteps(onEnded, tx, { order: orderOf(tx, item), author, by: "owner", itemIds: [itemId] });
}

/** Restores an item, even after a refund or dispute. Throws AppError `conflict` if not revoked. */
export function restoreItem(tx: Transaction, { itemId, author }: ItemDecision): void {
  const item = getGranted(tx, itemId);
  if (!item.revokedAt) throw conflict(orderErrors.notRevoked);
  const order = orderOf(tx, item);
  const isByOwnerOnly =
    item.revokeReason === "owner" &&
    !hasNote(tx, order.id, "dispute_lost") &&
    order.refundedAmount === 0;
  const revokeReason = isByOwnerOnly ? null : "kept";
  updateRow(tx, orderItems, itemId, { revokedAt: null, revokeReason }, author);
  runSteps(onRestored, tx, { order, author, wasWithdrawn: item.revokeReason === "withdrawal" });
}

/**
 * Opens the waiting files of the item's order and mails them now, in place of the mail at the end of
 * the withdrawal period. Throws AppError `conflict` if the item is not waiting or
 * the order has no email.
 */
export function deliverNow(tx: Transaction, { itemId, author }: ItemDecision): void {
  const order = orderOf(tx, getGranted(tx, itemId));
  const ofOrder = eq(orderItems.orderId, order.id);
  const items = tx.select().from(orderItems).where(ofOrder).all();
  const waiting = items.filter((item) => accessStartOf(item, author.now) !== null);
  if (waiting.length === 0) throw conflict(orderErrors.notWaiting);
  if (!order.email) throw conflict(orderErrors.noEmail);
  for (const { id } of waiting) updateRow(tx, orderItems, id, { accessFrom: null }, author);
  advanceDelivery(tx, { order, author });
}

function getGranted(tx: Transaction, itemId: number): OrderItem {
  const item = tx.select().from(orderItems).where(eq(orderItems.id, itemId)).get();
  if (!item?.grantedAt) throw conflict(orderErrors.neverGranted, "not_paid");
  return item;
}

function orderOf(tx: Transaction, { orderId }: OrderItem): Order {
  const order = findOrderById(tx, orderId);
  if (!order) throw new Error("An item has no order.");
  return order;
}

type FreeItem = {
  orderId: number;
  productId: number;
  /** Null for unlimited access. */
  accessUntil?: Date | null;
  mail: { key: string } | null;
  author: Author;
};

/** Adds a free product to a paid order; `mail` sends all files. Throws `conflict` and `invalid`. */
export function giveProduct(tx: Transaction, gift: FreeItem): OrderItem {
  const { orderId, productId, accessUntil = null, mail, author } = gift;
  const order = findOrderById(tx, orderId);
  if (order?.status !== "paid") throw conflict(orderErrors.notPaid, "not_paid");
  if (mail && !order.email) throw conflict(orderErrors.noEmail);
  const product = tx.select().from(products).where(eq(products.id, productId)).get();
  if (!product) throw wrongProduct(orderErrors.unknownProduct);
  const { name, type, billingPeriod } = product;
  if (type === "subscription") throw wrongProduct(orderErrors.subscriptionGift);
  const isThis = and(eq(orderItems.orderId, orderId), eq(orderItems.productId, productId));
  const existing = tx.select().from(orderItems).where(isThis).get();
  if (existing) throw conflict(orderErrors[existing.revokedAt ? "revokedProduct" : "hasProduct"]);
  const line = { orderId, productId, name, price: 0, type, billingPeriod };
  const { id } = insertItem(tx, line, author);
  const grant = { grantedAt: author.now, accessUntil, revokeReason: "kept" } as const;
  const item = updateRow(tx, orderItems, id, grant, author);
  if (mail) queueDeliveryMail(tx, { order, key: mail.key, author });
  return item;
}

function wrongProduct(text: string): AppError {
  const errors = { product_id: [text] };
  return new AppError("invalid", text, { reason: "unknown_product", errors });
}
