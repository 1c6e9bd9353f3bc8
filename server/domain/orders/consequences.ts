import type { Transaction } from "../../../db/client.ts";
import type { Author } from "../../../db/record.ts";
import type { Order, OrderItem } from "../../../db/schema.ts";
import type { Checkout } from "../../ports/payments.ts";
import { syncCredits } from "./credits.ts";
import { recheckOtherCheckouts } from "./duplicate-purchase.ts";
import {
  endedPeriodOf,
  holdLaterDelivery,
  queueDeliveryMail,
  queueDisputeMail,
  queueFailureMail,
  queueGiftReceipt,
  queueReceivedMail,
  queueRefundMail,
  queueSubscriptionEndMail,
  resumeLaterDelivery,
  type SubscriptionEnd,
} from "./order-mails.ts";
import { type EndCause, reportEnd, reportPaid, reportRefund } from "./order-events.ts";
import { addNote, hasNote, type Note, syncNotes } from "./order-notes.ts";
import { noteUnreportedSale } from "./unreported-sales.ts";
import { recordSubscription } from "./subscription-records.ts";

// What follows when an order changes. Each list is in order. Its steps run in the transaction of the
// change, when the rows of the order and its items are current. A new consequence is a step here.

type Step<Change> = (tx: Transaction, change: Change) => void;
type OrderChange = { order: Order; author: Author };

export type PaidOrder = OrderChange & {
  /** As it was before the payment. */
  before: Order;
  items: Pick<OrderItem, "price" | "creditedItemId">[];
  checkout: Checkout;
  /** Whether the buyer has withdrawn while the payment was processing. */
  isWithdrawn: boolean;
};

/** An order is paid and its items are granted. */
export const onPaid: readonly Step<PaidOrder>[] = [
  noteOtherTotal,
  recheckOtherCheckouts,
  syncUsedCredits,
  recordPaidSubscription,
  queueFirstDelivery,
  noteUnreportedSale,
  reportPaid,
];

/** An order is processing, or has ended without a payment. `recipient` is the payer's email. */
export const onUnpaid: readonly Step<OrderChange & { recipient: string | null }>[] = [
  recheckOtherCheckouts,
  queueReceivedMail,
  queueFailureMail,
];

export type ReversedOrder = OrderChange & {
  /** Sum of all refunds now; `order` has the sum before. */
  refundedAmount: number;
  notes: Note[];
  /** Whether a lost dispute has ended access just now. */
  isDisputeLost: boolean;
  /** Items whose access has ended just now. */
  endedItemIds: number[];
};

/** A refund or a dispute of an order has started, succeeded or failed. */
export const onRefunded: readonly Step<ReversedOrder>[] = [
  queueDisputeMail,
  noteReversals,
  queueRefundMail,
  syncCredits,
  reportRefund,
  reportReversalEnd,
];

type EndedAccess = OrderChange &
  (
    | { by: Exclude<EndCause, "refund" | "dispute" | "subscription">; itemIds: number[] }
    | ({ by: "subscription" } & SubscriptionEnd)
  );

/** Access to items of an order has ended for another reason than a refund or a dispute. */
export const onEnded: readonly Step<EndedAccess>[] = [
  (tx, ended) => ended.by === "withdrawal" && holdLaterDelivery(tx, ended),
  (tx, ended) => ended.by === "subscription" && queueSubscriptionEndMail(tx, ended),
  syncCredits,
  reportAccessEnd,
];

/** The owner has restored access to an item that was revoked. */
export const onRestored: readonly Step<OrderChange & { wasWithdrawn: boolean }>[] = [
  (tx, restored) => restored.wasWithdrawn && resumeLaterDelivery(tx, restored),
  syncCredits,
];

/** Runs the steps of a list. */
export function runSteps<Change>(
  steps: readonly Step<Change>[],
  tx: Transaction,
  change: Change,
): void {
  for (const step of steps) step(tx, change);
}

/** Notes an order whose payment does not match its items, unless missing products explain that. */
function noteOtherTotal(tx: Transaction, { order, before, items, checkout, author }: PaidOrder) {
  const price = items.reduce((sum, item) => sum + item.price, 0);
  const isAsSold = matches(checkout, { price, currency: before.currency });
  if (isAsSold || hasNote(tx, order.id, "missing_products")) return;
  addNote(tx, { orderId: order.id, kind: "other_total", amount: null, author });
}

/** Whether the amounts match the sold items and add up to what was paid, to the cent. */
function matches(checkout: Checkout, { price, currency }: { price: number; currency: string }) {
  const { lines, linesTotal, amountTotal, discount, addedTax } = checkout;
  const paid = lines.reduce((sum, { total }) => sum + total, 0);
  if (checkout.currency !== currency || linesTotal !== price || paid !== amountTotal) return false;
  return discount >= 0 && amountTotal === price - discount + addedTax;
}

function syncUsedCredits(tx: Transaction, { order, items, author }: PaidOrder): void {
  const isUpgrade = items.some(({ creditedItemId }) => creditedItemId !== null);
  if (isUpgrade) syncCredits(tx, { order, author });
}

function recordPaidSubscription(
  tx: Transaction,
  { order, checkout: { subscription }, author }: PaidOrder,
): void {
  if (subscription) recordSubscription(tx, { order, subscription, author });
}

function queueFirstDelivery(tx: Transaction, { order, isWithdrawn, author }: PaidOrder): void {
  if (isWithdrawn) return;
  queueDeliveryMail(tx, { order, key: `delivery:${order.id}`, author });
  queueGiftReceipt(tx, { order, author });
}

const REVERSAL_NOTES = ["dispute_open", "dispute_lost", "refund_kept_access"] as const;

function noteReversals(tx: Transaction, { order, notes: current, author }: ReversedOrder): void {
  syncNotes(tx, { orderId: order.id, kinds: REVERSAL_NOTES, current, author });
}

function reportReversalEnd(
  tx: Transaction,
  { order, endedItemIds, isDisputeLost, author }: ReversedOrder,
): void {
  const cause = isDisputeLost ? "dispute" : "refund";
  reportEnd(tx, { order, cause, isEnded: ({ id }) => endedItemIds.includes(id), author });
}

function reportAccessEnd(tx: Transaction, ended: EndedAccess): void {
  const { order, author } = ended;
  if (ended.by !== "subscription") {
    const isEnded = ({ id }: OrderItem) => ended.itemIds.includes(id);
    reportEnd(tx, { order, cause: ended.by, isEnded, author });
    return;
  }
  const period = endedPeriodOf(ended);
  if (period === null) return;
  const isEnded = ({ type, revokedAt }: OrderItem) => type === "subscription" && !revokedAt;
  reportEnd(tx, { order, cause: ended.by, isEnded, detail: `period-${period}`, author });
}
