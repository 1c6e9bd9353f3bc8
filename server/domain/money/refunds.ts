import { and, asc, eq, inArray, lte } from "drizzle-orm";
import type { Transaction } from "../../../db/client.ts";
import { type Author, insertRow } from "../../../db/record.ts";
import { type Order, orderItems, type Refund, refunds } from "../../../db/schema.ts";
import { deskRefusals, tableRefusals } from "../../contract/admin-messages.ts";
import { formatAmount } from "../../contract/format.ts";
import { refusals } from "../../contract/refusals.ts";
import { MINUTE_MS } from "../../contract/time.ts";
import type { Deps } from "../../deps.ts";
import { AppError } from "../../errors.ts";
import { within } from "../../process/with-timeout.ts";
import { findOrderById } from "../orders/order.ts";
import type { AdminAuthor } from "../sign-in/administrators.ts";
import { failRefund, IS_PENDING, refundableOf, refundKey } from "./refund-rows.ts";
import { syncReversals } from "./reversals.ts";

/** The administrator's own request is cut soon after. */
const DEADLINE_MS = 9000;
/** By then the request that it came from has had its answer, or never will. */
const PATIENCE_MS = MINUTE_MS;
const REFUNDS_A_ROUND = 10;

/** What is to go back: an amount of an order, or the price of one of its items. */
export type RefundRequest = {
  orderId: number;
  what: { amount: number } | { itemId: number };
  reason: string | null;
  /** Of one press: sent again, it is the same refund. */
  requestKey: string;
  author: AdminAuthor;
};

/**
 * Refunds money through the provider, once per request. The refund is stored before the provider is
 * called (decision: refund-first), so concurrent refunds cannot exceed the paid amount. The sweep
 * finishes an interrupted refund, even if the author has lost the rights by then. Throws AppError
 * `conflict` when nothing is left to refund or the provider rejects it, `invalid` for more than the
 * remaining amount, and `payment_provider`, reason `refund_pending`, while the outcome is unknown.
 */
export async function refundPayment(deps: Deps, wish: RefundRequest): Promise<void> {
  const claim = wish.author.write((tx) => claimRefund(tx, wish));
  await within(
    DEADLINE_MS,
    () => executeRefund(deps, { ...claim, author: wish.author }),
    () => stillPending("too slow"),
  );
}

/** A refund, the order that it is of, and whether the provider may have been asked for it before. */
type Claim = { refund: Refund; order: Order; wasAsked: boolean };

function claimRefund(tx: Transaction, wish: RefundRequest): Claim {
  const { orderId, what, reason, requestKey, author } = wish;
  const order = findOrderById(tx, orderId);
  if (!order) throw new AppError("not_found", tableRefusals.unknownRow, { reason: "unknown_row" });
  const known = tx.select().from(refunds).where(eq(refunds.requestKey, requestKey)).get();
  if (known) {
    if (isSame(known, wish)) return { refund: known, order, wasAsked: true };
    throw new AppError("invalid", refusals.keyReused, { reason: "key_reused" });
  }
  const left = leftOf(tx, order);
  const { orderItemId, amount } =
    "itemId" in what ? lineOf(tx, { itemId: what.itemId, left }) : partOf(order, what.amount, left);
  const values = { orderId, orderItemId, amount, status: "pending", requestKey, reason } as const;
  return { refund: insertRow(tx, refunds, values, author), order, wasAsked: false };
}

function isSame(known: Refund, { orderId, what }: RefundRequest): boolean {
  if (known.orderId !== orderId) return false;
  if ("itemId" in what) return known.orderItemId === what.itemId;
  return known.orderItemId === null && known.amount === what.amount;
}

function leftOf(tx: Transaction, order: Order): number {
  if (order.status !== "paid") throw refused(deskRefusals.notPaid, "not_paid");
  if (order.totalAmount === 0 || order.paymentIntentId === null) {
    throw refused(deskRefusals.free, "nothing_left");
  }
  const left = refundableOf(tx, order);
  if (left === 0) throw refused(deskRefusals.givenBack, "nothing_left");
  return left;
}

function partOf({ currency }: Order, amount: number, left: number) {
  if (amount <= left) return { orderItemId: null, amount };
  const text = deskRefusals.tooMuch(formatAmount(left, currency), left);
  throw new AppError("invalid", text, { reason: "too_much", errors: { amount: [text] } });
}

/** The price of an item, or what goodwill has left of it. */
function lineOf(tx: Transaction, { itemId, left }: { itemId: number; left: number }) {
  const item = tx.select().from(orderItems).where(eq(orderItems.id, itemId)).get();
  if (!item) throw new AppError("not_found", tableRefusals.unknownRow, { reason: "unknown_row" });
  if (item.price === 0) throw refused(deskRefusals.freeItem, "nothing_left");
  const isAlive = inArray(refunds.status, ["pending", "succeeded"]);
  const isOfItem = and(eq(refunds.orderId, item.orderId), eq(refunds.orderItemId, itemId), isAlive);
  const earlier = tx.select({ id: refunds.id }).from(refunds).where(isOfItem).get();
  if (earlier || item.revokeReason === "refund") {
    throw refused(deskRefusals.itemGivenBack, "nothing_left");
  }
  return { orderItemId: itemId, amount: Math.min(item.price, left) };
}

/** Asks the provider and waits for its books, which alone decide (decision: ask-the-provider). */
async function executeRefund(deps: Deps, claim: Claim & { author: Author }): Promise<void> {
  const { refund, order, author } = claim;
  const { amount } = refund;
  const paymentIntentId = order.paymentIntentId ?? "";
  // An earlier try may have gone through, and the provider forgets its keys after a day.
  if (claim.wasAsked && (await look(deps, refund, { paymentIntentId, author }))) return;
  const idempotencyKey = refundKey(order, refund);
  const productId = productOf(deps, refund);
  const { refusal } = await deps.payments
    .createRefund({ paymentIntentId, amount, productId, idempotencyKey })
    .catch((cause: unknown) => {
      throw stillPending(cause);
    });
  if (refusal !== null) deps.db.write((tx) => noteRefusal(tx, refund, { why: refusal, author }));
  if (await look(deps, refund, { paymentIntentId, author })) return;
  throw stillPending("the provider does not list it yet");
}

function productOf({ db }: Deps, { orderItemId }: Refund): number | null {
  if (orderItemId === null) return null;
  const item = db.select().from(orderItems).where(eq(orderItems.id, orderItemId)).get();
  return item?.productId ?? null;
}

function noteRefusal(
  tx: Transaction,
  { id }: Refund,
  { why, author }: { why: string; author: Author },
) {
  const current = tx.select().from(refunds).where(eq(refunds.id, id)).get();
  if (current?.status === "pending") failRefund(tx, { id, why, author });
}

type Look = { paymentIntentId: string; author: Author };

/** True when the money went back; throws when it never will. */
async function look(
  deps: Deps,
  { id }: Refund,
  { paymentIntentId, author }: Look,
): Promise<boolean> {
  const find = () => deps.db.select().from(refunds).where(eq(refunds.id, id)).get();
  if (find()?.status === "pending") {
    await syncReversals(deps, paymentIntentId, author).catch((cause: unknown) => {
      throw stillPending(cause);
    });
  }
  const found = find();
  if (found?.status === "failed") {
    throw refused(deskRefusals.refundRefused(found.lastError ?? ""), "refund_refused");
  }
  return found?.status === "succeeded";
}

function refused(text: string, reason: "not_paid" | "nothing_left" | "refund_refused"): AppError {
  return new AppError("conflict", text, { reason });
}

function stillPending(cause: unknown): AppError {
  const text = deskRefusals.refundPending;
  return new AppError("payment_provider", text, { reason: "refund_pending", cause });
}

/** Finishes refunds whose answer was lost, the oldest first; part of the sweep. */
export async function finishRefunds(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  const due = deps.db
    .select()
    .from(refunds)
    .where(and(IS_PENDING, lte(refunds.createdAt, new Date(now.getTime() - PATIENCE_MS))))
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
