import { and, eq, sql, sum } from "drizzle-orm";
import type { Reader, Transaction } from "../../../db/client.ts";
import { type Author, updateRow } from "../../../db/record.ts";
import { type Order, type Refund, refunds } from "../../../db/schema.ts";
import type { Reversals } from "../../ports/payments.ts";

/** Written as the index over them has it. */
export const IS_PENDING = sql`${refunds.status} = 'pending'`;

type Paid = Pick<Order, "id" | "status" | "totalAmount" | "refundedAmount" | "paymentIntentId">;

/**
 * How much of an order's payment can still be given back, in the smallest unit of its currency: what
 * the provider has not given back, and is not being asked for.
 */
export function refundableOf(db: Pick<Reader, "select">, order: Paid): number {
  if (order.status !== "paid" || order.paymentIntentId === null) return 0;
  return Math.max(0, order.totalAmount - order.refundedAmount - pendingOf(db, order.id));
}

function pendingOf(db: Pick<Reader, "select">, orderId: number): number {
  const found = db
    .select({ amount: sum(refunds.amount).mapWith(Number) })
    .from(refunds)
    .where(and(eq(refunds.orderId, orderId), IS_PENDING))
    .get();
  return found?.amount ?? 0;
}

/** The provider's key of a refund: the same however often it is asked for, and never another's. */
export function refundKey(order: Pick<Order, "number">, refund: Pick<Refund, "id" | "createdAt">) {
  return `refund-${order.number}-${refund.id}-${refund.createdAt.getTime()}`;
}

type Settled = { order: Order; reversals: Reversals; author: Author };

/**
 * Brings an order's refunds to what the provider says of them. Where it says nothing, they stay: it
 * may not have been asked yet.
 */
export function applyRefundOutcomes(tx: Transaction, { order, reversals, author }: Settled): void {
  const rows = tx.select().from(refunds).where(eq(refunds.orderId, order.id)).all();
  for (const row of rows) {
    const isThis = ({ key }: { key: string | null }) => key === refundKey(order, row);
    const made = reversals.refunds.find(isThis);
    const failed = reversals.failedRefunds.find(isThis);
    if (made && row.status !== "succeeded") {
      const patch = { status: "succeeded", refundId: made.id, lastError: null } as const;
      updateRow(tx, refunds, row.id, patch, author);
    } else if (failed && row.status !== "failed") {
      failRefund(tx, { id: row.id, why: failed.reason ?? "", author });
    }
  }
}

/** Notes that no money goes back; the same press may try again, as a refund of its own. */
export function failRefund(
  tx: Transaction,
  { id, why, author }: { id: number; why: string; author: Author },
): void {
  updateRow(tx, refunds, id, { status: "failed", lastError: why, requestKey: null }, author);
}
