import { eq } from "drizzle-orm";
import type { Transaction } from "../../../db/client.ts";
import { updateRow } from "../../../db/record.ts";
import { type Order, type OrderItem, orderItems, orders } from "../../../db/schema.ts";
import type { RevokeReason } from "../../../db/values.ts";
import type { Deps, Reversals } from "../../deps.ts";
import { findOrder } from "../orders/find-order.ts";
import { fulfil } from "../orders/fulfil.ts";
import { keepNotes, type Note } from "../orders/order-notes.ts";
import { DAY_MS } from "../../contract/time.ts";

const LONGEST_PERIOD_DAYS = { month: 33, year: 368 };

/** What the owner is told of the order's own payment. */
const NOTES = ["dispute_open", "dispute_lost", "refund_kept_access"] as const;

type Item = Pick<OrderItem, "id" | "productId" | "price">;

/**
 * Brings an order's access to what its payment has come to: full refunds and lost disputes withdraw
 * grants, line by line, and a reversal that is taken back restores them. Safe to call at any time
 * and in any order of events, since everything is asked of the provider afresh. Answers the
 * subscription that the payment renewed, when it was not an order's own.
 */
export async function syncReversals(deps: Deps, paymentIntentId: string): Promise<string | null> {
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
    if (order) apply(tx, order, { reversals, now: deps.clock.now() });
  });
  return null;
}

function findOrderOf(deps: Deps, paymentIntentId: string): Order | undefined {
  return deps.db.select().from(orders).where(eq(orders.paymentIntentId, paymentIntentId)).get();
}

function apply(
  tx: Transaction,
  order: Order,
  { reversals, now }: { reversals: Reversals; now: Date },
): void {
  const author = { actor: "reversal", now };
  const items = tx.select().from(orderItems).where(eq(orderItems.orderId, order.id)).all();
  const outcome = judge({ order, items }, reversals);
  for (const item of items) {
    const reason = isRenewed(item, order) ? null : (outcome.withdrawn.get(item.id) ?? null);
    if (item.revokeReason === "owner" || item.revokeReason === reason) continue;
    const revokedAt = reason && now;
    updateRow(tx, orderItems, item.id, { revokeReason: reason, revokedAt }, author);
  }
  const { refundedAmount, notes } = outcome;
  keepNotes(tx, { orderId: order.id, kinds: NOTES, standing: notes, author });
  if (order.refundedAmount === refundedAmount) return;
  updateRow(tx, orders, order.id, { refundedAmount }, author);
}

/** A period that was paid for later has nothing to do with the order's own payment. */
function isRenewed(item: OrderItem, order: Order): boolean {
  if (!item.accessUntil || !order.paidAt || !item.billingPeriod) return false;
  const firstEnd = order.paidAt.getTime() + LONGEST_PERIOD_DAYS[item.billingPeriod] * DAY_MS;
  return item.accessUntil.getTime() > firstEnd;
}

/** What the provider can take an item back for. */
type TakenBack = Exclude<RevokeReason, "owner">;

type Outcome = {
  /** Item id → why it gives no access any more. */
  withdrawn: Map<number, TakenBack>;
  refundedAmount: number;
  /** What the owner should know; none when nothing is left to decide. */
  notes: Note[];
};

/**
 * What reversals mean for an order's items. A refund of everything, or a lost dispute, withdraws all
 * of them. Smaller refunds that name a line in their metadata (`product_id`) withdraw it once they
 * come to its price; one that names none withdraws the one line whose price it is. Any other amount,
 * and what goes beyond a line's price, is goodwill and withdraws nothing (decision: refund-lines).
 */
export function judge(
  { order, items }: { order: Pick<Order, "totalAmount">; items: Item[] },
  { refunds, disputes }: Reversals,
): Outcome {
  const refundedAmount = sumOf(refunds);
  const all = (reason: TakenBack) => new Map(items.map((item) => [item.id, reason] as const));
  const notes: Note[] = [];
  if (disputes.includes("open")) notes.push({ kind: "dispute_open", amount: null });
  if (disputes.includes("lost")) {
    notes.push({ kind: "dispute_lost", amount: null });
    return { withdrawn: all("dispute"), refundedAmount, notes };
  }
  if (refundedAmount > 0 && refundedAmount >= order.totalAmount) {
    return { withdrawn: all("refund"), refundedAmount, notes };
  }
  const { withdrawn, unmatched } = matchLines(items, refunds);
  if (unmatched > 0) notes.push({ kind: "refund_kept_access", amount: unmatched });
  return { withdrawn, refundedAmount, notes };
}

function matchLines(items: Item[], refunds: Reversals["refunds"]) {
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
    const item = onlyOne(left);
    if (item) withdrawn.set(item.id, "refund");
    else unmatched += refund.amount;
  }
  return { withdrawn, unmatched };
}

function sumOf(refunds: Reversals["refunds"]): number {
  return refunds.reduce((sum, refund) => sum + refund.amount, 0);
}

function onlyOne<Thing>(things: Thing[]): Thing | undefined {
  return things.length === 1 ? things[0] : undefined;
}
