import { and, eq } from "drizzle-orm";
import type { Transaction } from "../../../db/client.ts";
import { type Author, updateRow } from "../../../db/record.ts";
import { type Order, type OrderItem, orderItems, products } from "../../../db/schema.ts";
import { deskRefusals } from "../../contract/admin-messages.ts";
import type { Reason } from "../../contract/reasons.ts";
import { AppError } from "../../errors.ts";
import { insertItem } from "../files/grants.ts";
import { findOrderById } from "./order.ts";
import { queueDeliveryMail } from "./order-mails.ts";
import { hasNote } from "./order-notes.ts";

type ItemDecision = { itemId: number; author: Author };

/**
 * Revokes an item by the owner's decision, which no event of the provider changes. Throws AppError
 * `conflict` when it gives no access.
 */
export function revokeItem(tx: Transaction, { itemId, author }: ItemDecision): void {
  const item = getGranted(tx, itemId);
  if (item.revokedAt) throw refused(deskRefusals.withdrawnAlready);
  const patch = { revokedAt: author.now, revokeReason: "owner" } as const;
  updateRow(tx, orderItems, itemId, patch, author);
}

/**
 * Restores a revoked item. If the provider has a reason to revoke it as well, the owner's decision wins.
 * Throws AppError `conflict` when the item is not revoked.
 */
export function restoreItem(tx: Transaction, { itemId, author }: ItemDecision): void {
  const item = getGranted(tx, itemId);
  if (!item.revokedAt) throw refused(deskRefusals.notWithdrawn);
  const revokeReason = isRevokedByOwnerOnly(tx, item) ? null : "kept";
  updateRow(tx, orderItems, itemId, { revokedAt: null, revokeReason }, author);
}

function isRevokedByOwnerOnly(tx: Transaction, { orderId, revokeReason }: OrderItem): boolean {
  if (revokeReason !== "owner" || hasNote(tx, orderId, "dispute_lost")) return false;
  return findOrderById(tx, orderId)?.refundedAmount === 0;
}

function getGranted(tx: Transaction, itemId: number): OrderItem {
  const item = tx.select().from(orderItems).where(eq(orderItems.id, itemId)).get();
  if (!item?.grantedAt) throw refused(deskRefusals.neverGranted, "not_paid");
  return item;
}

type Gift = {
  orderId: number;
  productId: number;
  /** Null: for ever. */
  accessUntil?: Date | null;
  mail: { key: string } | null;
  author: Author;
};

/**
 * Adds a product to a paid order for free; `mail` sends all files of the order. The item stays even if the
 * payment is refunded. Returns the item. Throws AppError `conflict` when the order is unpaid or has the
 * product, `invalid` for a product that cannot be added.
 */
export function giveProduct(tx: Transaction, gift: Gift): OrderItem {
  const { orderId, productId, accessUntil = null, mail, author } = gift;
  const order = findOrderById(tx, orderId);
  if (order?.status !== "paid") throw refused(deskRefusals.notPaid, "not_paid");
  if (mail && !order.email) throw refused(deskRefusals.noEmail);
  const product = tx.select().from(products).where(eq(products.id, productId)).get();
  if (!product) throw wrongProduct(deskRefusals.unknownProduct);
  const { name, type, billingPeriod } = product;
  if (type === "subscription") throw wrongProduct(deskRefusals.subscriptionGift);
  requireAbsent(tx, order, productId);
  const line = { orderId, productId, name, price: 0, type, billingPeriod };
  const { id } = insertItem(tx, line, author);
  const grant = { grantedAt: author.now, accessUntil, revokeReason: "kept" } as const;
  const item = updateRow(tx, orderItems, id, grant, author);
  if (mail) queueDeliveryMail(tx, { order, key: mail.key, author });
  return item;
}

function requireAbsent(tx: Transaction, { id }: Order, productId: number): void {
  const isThis = and(eq(orderItems.orderId, id), eq(orderItems.productId, productId));
  const held = tx.select().from(orderItems).where(isThis).get();
  if (!held) return;
  throw refused(held.revokedAt ? deskRefusals.withdrawnProduct : deskRefusals.holdsProduct);
}

function wrongProduct(text: string): AppError {
  const errors = { product_id: [text] };
  return new AppError("invalid", text, { reason: "unknown_product", errors });
}

function refused(text: string, reason: Reason = "conflict"): AppError {
  return new AppError("conflict", text, { reason });
}
