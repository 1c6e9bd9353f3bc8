import { and, asc, eq, inArray, lte } from "drizzle-orm";
import type { Transaction } from "../../../db/client.ts";
import { type Author, insertRow } from "../../../db/record.ts";
import { type Order, orderItems, type Refund, refunds } from "../../../db/schema.ts";
import { orderErrors } from "../orders/refusals.ts";
import { formatAmount } from "../../contract/format.ts";
import { ENGLISH } from "../../contract/language.ts";
import { MINUTE_MS } from "../../contract/time.ts";
import type { Deps } from "../../deps.ts";
import { AppError, conflict, unknownRow, refusals } from "../../errors.ts";
import { within } from "../../process/promises.ts";
import { listUpgradesFrom, syncCredits } from "../orders/credits.ts";
import { findOrderById, paidOf } from "../orders/order.ts";
import type { AdminAuthor } from "../sign-in/administrators.ts";
import {
  failRefund,
  findRefund,
  IS_PENDING,
  refundableOf,
  refundKey,
  syncReversals,
} from "./reversals.ts";

const texts = {
  free: "This order was free, so there is nothing to refund.",
  paidElsewhere:
    "This order was paid in another shop. Refund it there, then import its newer export here: it ends the access.",
  freeItem: "This item was free, so there is nothing to refund.",
  givenBack: "This payment has already been refunded, or the refund is on its way.",
  itemGivenBack: "This item has already been refunded, or the refund is on its way.",
  tooMuch: (left: string, units: number) =>
    `Amount is more than what is left of this payment: ${left} (${units}).`,
  credited: (upgrade: string) =>
    `This purchase is credited to the buyer's upgrade. Refund the upgrade first: order ${upgrade}.`,
  refundRefused: (why: string) => `The payment provider refused: ${why}`,
  refundPending:
    "The payment provider didn't confirm the refund. We ask again within minutes; until then it is pending.",
};

const DEADLINE_MS = 9000;
/** Age at which a refund is retried: longer than the request that starts it can take. */
const RETRY_AFTER_MS = MINUTE_MS;
const REFUNDS_A_ROUND = 10;

export type RefundRequest = {
  orderId: number;
  what: { amount: number } | { itemId: number };
  reason: string | null;
  requestKey: string;
  author: AdminAuthor;
};

/**
 * Refunds money through the provider. Idempotent per request key. The refund is stored before the
 * provider call, so concurrent refunds cannot exceed the paid amount; reconciliation finishes an
 * interrupted refund even if its author has lost the rights. Throws AppError `conflict` when
 * nothing is left to refund or the provider rejects the refund, `invalid` for an amount above the
 * remainder, and `payment_provider`, reason `refund_pending`, when the outcome is unknown.
 */
export async function refundPayment(deps: Deps, request: RefundRequest): Promise<void> {
  const claim = request.author.write((tx) => claimRefund(tx, request));
  const work = () => executeRefund(deps, { ...claim, author: request.author });
  await within(DEADLINE_MS, work, () => stillPending("too slow"));
}

/** `wasAsked` is true when an earlier attempt may have reached the provider. */
type Claim = { refund: Refund; order: Order; wasAsked: boolean };

type NewRefundRow = Omit<RefundRequest, "author"> & { author: Author };

/** Stores a pending refund, or finds that of an earlier request. Throws like `refundPayment`. */
export function claimRefund(tx: Transaction, request: NewRefundRow): Claim {
  const { orderId, what, reason, requestKey, author } = request;
  const order = findOrderById(tx, orderId);
  if (!order) throw unknownRow();
  const known = tx.select().from(refunds).where(eq(refunds.requestKey, requestKey)).get();
  if (known) {
    if (isSameRefund(known, request)) return { refund: known, order, wasAsked: true };
    throw new AppError("invalid", refusals.keyReused, { reason: "key_reused" });
  }
  if (order.status !== "paid") throw conflict(orderErrors.notPaid, "not_paid");
  if (order.source !== "own") throw conflict(texts.paidElsewhere, "nothing_left");
  if (order.totalAmount === 0 || order.paymentIntentId === null) {
    throw conflict(texts.free, "nothing_left");
  }
  requireUncredited(tx, request);
  const left = refundableOf(tx, order);
  if (left === 0) throw conflict(texts.givenBack, "nothing_left");
  const part =
    "itemId" in what ? itemPart(tx, what.itemId, left) : amountPart(order, what.amount, left);
  const row = { ...part, orderId, status: "pending", requestKey, reason } as const;
  return { refund: insertRow(tx, refunds, row, author), order, wasAsked: false };
}

/** Refuses to refund a purchase that is credited to an active upgrade. */
function requireUncredited(tx: Transaction, { orderId, what }: NewRefundRow): void {
  const isWanted = "itemId" in what ? eq(orderItems.id, what.itemId) : undefined;
  const ofOrder = and(eq(orderItems.orderId, orderId), isWanted);
  const items = tx.select({ id: orderItems.id }).from(orderItems).where(ofOrder).all();
  const [upgrade] = listUpgradesFrom(
    tx,
    items.map(({ id }) => id),
  );
  if (upgrade) throw conflict(texts.credited(upgrade.order.number), "in_use");
}

function isSameRefund(known: Refund, { orderId, what }: NewRefundRow): boolean {
  if (known.orderId !== orderId) return false;
  if ("itemId" in what) return known.orderItemId === what.itemId;
  return known.orderItemId === null && known.amount === what.amount;
}

function amountPart({ currency }: Order, amount: number, left: number) {
  if (amount <= left) return { orderItemId: null, amount };
  const text = texts.tooMuch(formatAmount(left, currency, ENGLISH), left);
  throw new AppError("invalid", text, { reason: "too_much", errors: { amount: [text] } });
}

function itemPart(tx: Transaction, itemId: number, left: number) {
  const item = tx.select().from(orderItems).where(eq(orderItems.id, itemId)).get();
  if (!item) throw unknownRow();
  const paid = paidOf(item);
  if (paid === 0) throw conflict(texts.freeItem, "nothing_left");
  const isLive = inArray(refunds.status, ["pending", "succeeded"]);
  const isOfItem = and(eq(refunds.orderId, item.orderId), eq(refunds.orderItemId, itemId), isLive);
  const earlier = tx.select({ id: refunds.id }).from(refunds).where(isOfItem).get();
  if (earlier || item.revokeReason === "refund") {
    throw conflict(texts.itemGivenBack, "nothing_left");
  }
  return { orderItemId: itemId, amount: Math.min(paid, left) };
}

/** Creates the refund at the provider. Only the provider's list of refunds decides the outcome. */
async function executeRefund(deps: Deps, claim: Claim & { author: Author }): Promise<void> {
  const { refund, order, author } = claim;
  const paymentIntentId = order.paymentIntentId ?? "";
  const isDone = () => checkOutcome(deps, refund.id, { paymentIntentId, author });
  // An earlier attempt may have succeeded, and the provider expires idempotency keys after a day.
  if (claim.wasAsked && (await isDone())) return;
  const { refusal } = await deps.payments
    .createRefund({
      paymentIntentId,
      amount: refund.amount,
      productId: productOf(deps, refund),
      idempotencyKey: refundKey(order, refund),
    })
    .catch((cause: unknown) => {
      throw stillPending(cause);
    });
  if (refusal !== null) {
    deps.db.write((tx) => {
      if (findRefund(tx, refund.id)?.status !== "pending") return;
      failRefund(tx, { id: refund.id, why: refusal, author });
      // A pending refund lowers the credit of an upgrade.
      syncCredits(tx, { order, author });
    });
  }
  if (await isDone()) return;
  throw stillPending("the provider does not list it yet");
}

function productOf({ db }: Deps, { orderItemId }: Refund): number | null {
  if (orderItemId === null) return null;
  const item = db.select().from(orderItems).where(eq(orderItems.id, orderItemId)).get();
  return item?.productId ?? null;
}

/** Returns true when the refund succeeded, false while it is pending; throws when it failed. */
async function checkOutcome(
  deps: Deps,
  id: number,
  { paymentIntentId, author }: { paymentIntentId: string; author: Author },
): Promise<boolean> {
  if (findRefund(deps.db, id)?.status === "pending") {
    await syncReversals(deps, paymentIntentId, author).catch((cause: unknown) => {
      throw stillPending(cause);
    });
  }
  const found = findRefund(deps.db, id);
  if (found?.status === "failed") {
    throw conflict(texts.refundRefused(found.lastError ?? ""), "refund_refused");
  }
  return found?.status === "succeeded";
}

function stillPending(cause: unknown): AppError {
  const text = texts.refundPending;
  return new AppError("payment_provider", text, { reason: "refund_pending", cause });
}

export async function finishRefunds(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  const before = new Date(now.getTime() - RETRY_AFTER_MS);
  const due = deps.db
    .select()
    .from(refunds)
    .where(and(IS_PENDING, lte(refunds.createdAt, before)))
    .orderBy(asc(refunds.createdAt))
    .limit(REFUNDS_A_ROUND)
    .all();
  for (const refund of due) {
    if (deps.stopping?.aborted) return;
    const order = findOrderById(deps.db, refund.orderId);
    if (!order) continue;
    const author = { actor: "sweep", now };
    await executeRefund(deps, { refund, order, wasAsked: true, author }).catch((error: unknown) =>
      deps.log.warn({ refund: refund.id, err: error }, "refund not finished"),
    );
  }
}
