import { and, eq, sql, sum } from "drizzle-orm";
import type { Reader, Transaction } from "../../../db/client.ts";
import { type Author, updateRow } from "../../../db/record.ts";
import {
  type Order,
  type OrderItem,
  orderItems,
  orders,
  type Refund,
  refunds,
} from "../../../db/schema.ts";
import type { NoteKind, RevokeReason } from "../../../db/enums.ts";
import type { Deps } from "../../deps.ts";
import type { Dispute, Reversals } from "../../ports/payments.ts";
import { findOrder, isWithheld, paidOf } from "../orders/order.ts";
import { onRefunded, runSteps } from "../orders/consequences.ts";
import { fulfil } from "../orders/fulfil.ts";
import type { Note } from "../orders/order-notes.ts";
import { DAY_MS } from "../../contract/time.ts";

const LONGEST_PERIOD_DAYS = { month: 33, year: 368 };

type Item = Pick<OrderItem, "id" | "productId" | "price" | "paidAmount">;
type ListedRefund = Pick<Reversals["refunds"][number], "amount" | "productId" | "key">;

/**
 * Syncs an order's refunds and item access with its payment at the provider. Full refunds and lost
 * disputes revoke items; reversing them restores the items. Idempotent, and independent of event
 * order. Returns the id of the renewed subscription if the payment belongs to a renewal, else null.
 * Throws AppError `payment_provider`.
 */
export async function syncReversals(
  deps: Deps,
  paymentIntentId: string,
  author: Author = { actor: "reversal", now: deps.clock.now() },
): Promise<string | null> {
  if (!findOrderOf(deps, paymentIntentId)) {
    // The refund event may arrive before the payment's own event.
    const sessionId = await deps.payments.findSessionOf({ paymentIntentId });
    if (!sessionId) return null;
    await fulfil(deps, sessionId);
    if (!findOrderOf(deps, paymentIntentId))
      return findOrder(deps.db, sessionId)?.subscriptionId ?? null;
  }
  const reversals = await deps.payments.findReversals(paymentIntentId);
  deps.db.write((tx) => {
    const order = tx.select().from(orders).where(eq(orders.paymentIntentId, paymentIntentId)).get();
    if (order) applyReversals(tx, order, { reversals, author });
  });
  return null;
}

function findOrderOf(deps: Deps, paymentIntentId: string): Order | undefined {
  return deps.db.select().from(orders).where(eq(orders.paymentIntentId, paymentIntentId)).get();
}

/** The part of `syncReversals` after the provider's answer. */
export function applyReversals(
  tx: Transaction,
  order: Order,
  { reversals, author }: { reversals: Reversals; author: Author },
): void {
  applyRefundOutcomes(tx, { order, reversals, author });
  const items = tx.select().from(orderItems).where(eq(orderItems.orderId, order.id)).all();
  const outcome = judge({ order, items }, reversals);
  const endedItemIds: number[] = [];
  let isDisputeLost = false;
  for (const item of items) {
    const withheld = isWithheld(tx, item) ? "withdrawal" : null;
    const reason = isRenewed(item, order) ? null : (outcome.revoked.get(item.id) ?? withheld);
    if (isDecided(item) || item.revokeReason === reason) continue;
    const revokedAt = reason && author.now;
    updateRow(tx, orderItems, item.id, { revokeReason: reason, revokedAt }, author);
    if (reason && !item.revokedAt) endedItemIds.push(item.id);
    isDisputeLost ||= reason === "dispute";
  }
  const { refundedAmount, notes } = outcome;
  if (order.refundedAmount !== refundedAmount) {
    updateRow(tx, orders, order.id, { refundedAmount }, author);
  }
  const change = { order, refundedAmount, notes, isDisputeLost, endedItemIds, author };
  runSteps(onRefunded, tx, change);
}

const DECISIONS: readonly (RevokeReason | null)[] = ["owner", "account_deleted", "kept"];

function isDecided({ revokeReason }: OrderItem): boolean {
  return DECISIONS.includes(revokeReason);
}

/** Whether access extends past the first period, which means that a renewal was paid. */
function isRenewed(item: OrderItem, order: Order): boolean {
  if (!item.accessUntil || !order.paidAt || !item.billingPeriod) return false;
  const firstEnd = order.paidAt.getTime() + LONGEST_PERIOD_DAYS[item.billingPeriod] * DAY_MS;
  return item.accessUntil.getTime() > firstEnd;
}

type ProviderReason = Extract<RevokeReason, "refund" | "dispute">;

type Outcome = {
  revoked: Map<number, ProviderReason>;
  refundedAmount: number;
  notes: Note[];
};

/**
 * Decides which items refunds and disputes revoke. A full refund or a lost dispute revokes all
 * items. Partial refunds with a product id revoke its item once they add up to the amount paid
 * for it; one without, made in the provider's dashboard, revokes the only item with that amount. All other
 * amounts are goodwill and revoke nothing.
 */
export function judge(
  { order, items }: { order: Pick<Order, "totalAmount">; items: Item[] },
  { refunds, disputes }: { refunds: ListedRefund[]; disputes: Dispute[] },
): Outcome {
  const refundedAmount = sumOf(refunds);
  const all = (reason: ProviderReason) => new Map(items.map((item) => [item.id, reason] as const));
  const notes = disputeNotes(disputes, { open: "dispute_open", lost: "dispute_lost" });
  if (isLost(disputes)) return { revoked: all("dispute"), refundedAmount, notes };
  if (refundedAmount > 0 && refundedAmount >= order.totalAmount) {
    return { revoked: all("refund"), refundedAmount, notes };
  }
  const { revoked, unmatched } = matchLines(items, refunds);
  if (unmatched > 0) notes.push({ kind: "refund_kept_access", amount: unmatched });
  return { revoked, refundedAmount, notes };
}

/** Returns notes for open and lost disputes; `dueAt` is the earliest response deadline. */
export function disputeNotes(
  disputes: Dispute[],
  kinds: { open: NoteKind; lost: NoteKind },
): Note[] {
  const notes: Note[] = [];
  const open = disputes.filter(({ state }) => state === "open");
  const [dueAt = null] = open
    .flatMap(({ dueBy }) => dueBy ?? [])
    .toSorted((a, b) => a.getTime() - b.getTime());
  if (open.length > 0) notes.push({ kind: kinds.open, amount: null, dueAt });
  if (isLost(disputes)) notes.push({ kind: kinds.lost, amount: null });
  return notes;
}

export function isLost(disputes: Dispute[]): boolean {
  return disputes.some(({ state }) => state === "lost");
}

function matchLines(items: Item[], refunds: ListedRefund[]) {
  const revoked: Outcome["revoked"] = new Map();
  let unmatched = 0;
  const namedBy = ({ productId }: Item) => refunds.filter((each) => each.productId === productId);
  // Match refunds with a product id first, the others by price.
  for (const item of items) {
    const amount = sumOf(namedBy(item));
    const paid = paidOf(item);
    const isAll = amount > 0 && amount >= paid;
    if (isAll) revoked.set(item.id, "refund");
    unmatched += isAll ? amount - paid : amount;
  }
  const named = new Set(items.flatMap(namedBy));
  for (const refund of refunds.filter((each) => !named.has(each))) {
    const left = items.filter((item) => !revoked.has(item.id) && paidOf(item) === refund.amount);
    const [item] = left;
    if (item && left.length === 1 && refund.key === null) revoked.set(item.id, "refund");
    else unmatched += refund.amount;
  }
  return { revoked, unmatched };
}

function sumOf(refunds: ListedRefund[]): number {
  return refunds.reduce((sum, refund) => sum + refund.amount, 0);
}

/** Must match the WHERE clause of the partial index `refunds_pending`, or SQLite cannot use it. */
export const IS_PENDING = sql`${refunds.status} = 'pending'`;

type RefundableOrder = Pick<
  Order,
  "id" | "status" | "totalAmount" | "refundedAmount" | "paymentIntentId"
>;

/** The amount of an order that is neither refunded nor being refunded, in the currency's smallest unit. */
export function refundableOf(db: Pick<Reader, "select">, order: RefundableOrder): number {
  if (order.status !== "paid" || order.paymentIntentId === null) return 0;
  const pending = db
    .select({ amount: sum(refunds.amount).mapWith(Number) })
    .from(refunds)
    .where(and(eq(refunds.orderId, order.id), IS_PENDING))
    .get();
  return Math.max(0, order.totalAmount - order.refundedAmount - (pending?.amount ?? 0));
}

export function refundKey(order: Pick<Order, "number">, refund: Pick<Refund, "id" | "createdAt">) {
  return `refund-${order.number}-${refund.id}-${refund.createdAt.getTime()}`;
}

export function findRefund(db: Pick<Reader, "select">, id: number): Refund | undefined {
  return db.select().from(refunds).where(eq(refunds.id, id)).get();
}

type RefundOutcomes = { order: Order; reversals: Reversals; author: Author };

/** Updates an order's refunds. A refund that the provider does not list yet stays unchanged. */
function applyRefundOutcomes(tx: Transaction, { order, reversals, author }: RefundOutcomes): void {
  for (const row of tx.select().from(refunds).where(eq(refunds.orderId, order.id)).all()) {
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

/** Marks a refund as failed, and releases its request key for another attempt. */
export function failRefund(
  tx: Transaction,
  { id, why, author }: { id: number; why: string; author: Author },
): void {
  updateRow(tx, refunds, id, { status: "failed", lastError: why, requestKey: null }, author);
}
