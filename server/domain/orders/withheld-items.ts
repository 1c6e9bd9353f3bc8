import { eq } from "drizzle-orm";
import { withdrawals } from "../../../db/buyer-schema.ts";
import type { Reader, Transaction } from "../../../db/client.ts";
import { type Author, updateRow } from "../../../db/record.ts";
import { type Order, type OrderItem, orderItems } from "../../../db/schema.ts";
import { accessStartOf } from "../files/grants.ts";
import { syncCreditsOf } from "./credits.ts";
import { holdLaterDelivery } from "./order-mails.ts";

// A withdrawal holds back files that are not delivered yet. The owner decides about delivered files.

export function findWithdrawal(db: Pick<Reader, "select">, orderId: number) {
  return db.select().from(withdrawals).where(eq(withdrawals.orderId, orderId)).get();
}

/** Whether the buyer withdrew from the order before the item's files could be opened. */
export function isWithheld(
  db: Pick<Reader, "select">,
  { orderId, accessFrom, grantedAt }: OrderItem,
): boolean {
  const opensAt = accessFrom ?? grantedAt;
  const withdrawal = opensAt && findWithdrawal(db, orderId);
  return withdrawal ? withdrawal.createdAt < opensAt : false;
}

/** Revokes the items of an order whose files are still waiting, and cancels their mail. */
export function withholdItems(
  tx: Transaction,
  { order, author }: { order: Order; author: Author },
): void {
  const ofOrder = eq(orderItems.orderId, order.id);
  const items = tx.select().from(orderItems).where(ofOrder).all();
  const waiting = items.filter((item) => accessStartOf(item, author.now) !== null);
  if (waiting.length === 0) return;
  const patch = { revokedAt: author.now, revokeReason: "withdrawal" } as const;
  for (const { id } of waiting) updateRow(tx, orderItems, id, patch, author);
  holdLaterDelivery(tx, { order, author });
  syncCreditsOf(tx, order.id, author);
}
