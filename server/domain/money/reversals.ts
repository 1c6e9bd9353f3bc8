import { eq } from "drizzle-orm";
import type { Transaction } from "../../../db/client.ts";
import { type Author, updateRow } from "../../../db/record.ts";
import { type Order, type OrderItem, orderItems, orders } from "../../../db/schema.ts";
import type { NoteKind, RevokeReason } from "../../../db/enums.ts";
import type { Deps } from "../../deps.ts";
import type { Dispute, Reversals } from "../../ports/payments.ts";
import { findOrder } from "../orders/order.ts";
import { fulfil } from "../orders/fulfil.ts";
import { syncNotes, type Note } from "../orders/order-notes.ts";
import { applyRefundOutcomes } from "./refund-rows.ts";
import { DAY_MS } from "../../contract/time.ts";

const LONGEST_PERIOD_DAYS = { month: 33, year: 368 };

/** What the owner is told of the order's own payment. */
const NOTES = ["dispute_open", "dispute_lost", "refund_kept_access"] as const;

type Item = Pick<OrderItem, "id" | "productId" | "price">;
type Refund = Pick<Reversals["refunds"][number], "amount" | "productId" | "key">;

/**
 * Brings an order's access to what its payment has come to: full refunds and lost disputes withdraw
 * grants, line by line, and a reversal that is taken back restores them. Refunds that the shop has
 * asked for come to what the provider has done. Safe to call at any time and in any order of events,
 * since everything is asked of the provider afresh. Answers the subscription that the payment renewed,
 * when it was not an order's own. Throws AppError `payment_provider`.
 */
export async function syncReversals(
  deps: Deps,
  paymentIntentId: string,
  author: Author = { actor: "reversal", now: deps.clock.now() },
): Promise<string | null> {
  if (!findOrderOf(deps, paymentIntentId)) {
    // The refund may be reported before the payment itself.
    const sessionId = await deps.payments.findSessionOf({ paymentIntentId });
    if (!sessionId) return null;
    await fulfil(deps, sessionId);
    if (!findOrderOf(deps, paymentIntentId))
      return findOrder(deps.db, sessionId)?.subscriptionId ?? null;
  }
  const reversals = await deps.payments.findReversals(paymentIntentId);
  deps.db.write((tx) => {
    const order = tx.select().from(orders).where(eq(orders.paymentIntentId, paymentIntentId)).get();
    if (order) apply(tx, order, { reversals, author });
  });
  return null;
}

function findOrderOf(deps: Deps, paymentIntentId: string): Order | undefined {
  return deps.db.select().from(orders).where(eq(orders.paymentIntentId, paymentIntentId)).get();
}

function apply(
  tx: Transaction,
  order: Order,
  { reversals, author }: { reversals: Reversals; author: Author },
): void {
  applyRefundOutcomes(tx, { order, reversals, author });
  const items = tx.select().from(orderItems).where(eq(orderItems.orderId, order.id)).all();
  const outcome = judge({ order, items }, reversals);
  for (const item of items) {
    const reason = isRenewed(item, order) ? null : (outcome.withdrawn.get(item.id) ?? null);
    if (isDecided(item) || item.revokeReason === reason) continue;
    const revokedAt = reason && author.now;
    updateRow(tx, orderItems, item.id, { revokeReason: reason, revokedAt }, author);
  }
  const { refundedAmount, notes } = outcome;
  syncNotes(tx, { orderId: order.id, kinds: NOTES, standing: notes, author });
  if (order.refundedAmount === refundedAmount) return;
  updateRow(tx, orders, order.id, { refundedAmount }, author);
}

/** The owner has withdrawn it, or wishes that it stays. */
function isDecided({ revokeReason }: OrderItem): boolean {
  return revokeReason === "owner" || revokeReason === "kept";
}

/** A period that was paid for later has nothing to do with the order's own payment. */
function isRenewed(item: OrderItem, order: Order): boolean {
  if (!item.accessUntil || !order.paidAt || !item.billingPeriod) return false;
  const firstEnd = order.paidAt.getTime() + LONGEST_PERIOD_DAYS[item.billingPeriod] * DAY_MS;
  return item.accessUntil.getTime() > firstEnd;
}

/** What the provider can take an item back for. */
type TakenBack = Exclude<RevokeReason, "owner" | "kept">;

type Outcome = {
  /** Item id → why it gives no access any more. */
  withdrawn: Map<number, TakenBack>;
  refundedAmount: number;
  /** What the owner should know; none when nothing is left to decide. */
  notes: Note[];
};

/**
 * Effect of reversals on an order's items. A full refund or a lost dispute withdraws all items.
 * Partial refunds with a line in their metadata (`product_id`) withdraw it once they add up to its
 * price. A refund made at the provider without a line withdraws the single line with that price. A
 * refund made here (with a key) is an amount. Other amounts, and amounts above a line's price, are
 * goodwill and withdraw nothing (decision: refund-lines).
 */
export function judge(
  { order, items }: { order: Pick<Order, "totalAmount">; items: Item[] },
  { refunds, disputes }: { refunds: Refund[]; disputes: Dispute[] },
): Outcome {
  const refundedAmount = sumOf(refunds);
  const all = (reason: TakenBack) => new Map(items.map((item) => [item.id, reason] as const));
  const notes = disputeNotes(disputes, { open: "dispute_open", lost: "dispute_lost" });
  if (isLost(disputes)) return { withdrawn: all("dispute"), refundedAmount, notes };
  if (refundedAmount > 0 && refundedAmount >= order.totalAmount) {
    return { withdrawn: all("refund"), refundedAmount, notes };
  }
  const { withdrawn, unmatched } = matchLines(items, refunds);
  if (unmatched > 0) notes.push({ kind: "refund_kept_access", amount: unmatched });
  return { withdrawn, refundedAmount, notes };
}

/** What the owner is told of disputes: of an open one until when it can be answered. */
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

/** Whether a dispute has taken the money for good. */
export function isLost(disputes: Dispute[]): boolean {
  return disputes.some(({ state }) => state === "lost");
}

function matchLines(items: Item[], refunds: Refund[]) {
  const withdrawn: Outcome["withdrawn"] = new Map();
  let unmatched = 0;
  const namedBy = ({ productId }: Item) => refunds.filter((each) => each.productId === productId);
  // Refunds that name their line come first: what is left can then be told by its price.
  for (const item of items) {
    const amount = sumOf(namedBy(item));
    const isAll = amount > 0 && amount >= item.price;
    if (isAll) withdrawn.set(item.id, "refund");
    unmatched += isAll ? amount - item.price : amount;
  }
  const named = new Set(items.flatMap(namedBy));
  for (const refund of refunds.filter((each) => !named.has(each))) {
    const left = items.filter(({ id, price }) => !withdrawn.has(id) && price === refund.amount);
    const item = refund.key === null ? onlyOne(left) : undefined;
    if (item) withdrawn.set(item.id, "refund");
    else unmatched += refund.amount;
  }
  return { withdrawn, unmatched };
}

function sumOf(refunds: Refund[]): number {
  return refunds.reduce((sum, refund) => sum + refund.amount, 0);
}

function onlyOne<Thing>(things: Thing[]): Thing | undefined {
  return things.length === 1 ? things[0] : undefined;
}
