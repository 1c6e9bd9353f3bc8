import { and, asc, eq, gt, lte } from "drizzle-orm";
import { mailPreferences } from "../../../db/buyer-schema.ts";
import type { Transaction } from "../../../db/client.ts";
import { findCursor, moveCursor } from "../../../db/cursors.ts";
import type { Author } from "../../../db/record.ts";
import { type Order, orders } from "../../../db/schema.ts";
import { DAY_MS } from "../../contract/time.ts";
import type { Deps } from "../../deps.ts";
import { nextTurn } from "../../process/promises.ts";
import { queueMail, wasMailed } from "../mails/queue-mail.ts";
import { readSettings } from "../settings.ts";
import { hasReview, openedAt, reviewedProducts } from "./reviews.ts";

/** Time from the payment, or from a later start of the access, to the request. */
const AFTER_MS = 14 * DAY_MS;
/** Older payments lead to no request, so that switching requests on asks only recent buyers. */
const LATEST_MS = 30 * DAY_MS;
/** Minimum time between two requests to an address. */
const PAUSE_MS = 365 * DAY_MS;
/** Orders per transaction. Kept small, because other requests wait for the transaction. */
const ORDERS_A_STEP = 20;
const CURSOR = "review-requests";

const wantsReviews = and(
  eq(mailPreferences.email, orders.email),
  eq(mailPreferences.topic, "reviews"),
  eq(mailPreferences.wanted, true),
);

type RequestDeps = Pick<Deps, "db" | "config" | "clock" | "stopping">;

/** Whether the owner wants reviews to be asked for now. */
export function asksForReviews(deps: Pick<Deps, "db" | "config">): boolean {
  const { isOpen, reviewMails } = readSettings(deps);
  return isOpen && reviewMails;
}

/** Whether an order is recent enough that its buyer can agree to a request. */
export function canAgreeToReview(
  deps: Pick<Deps, "db" | "config" | "clock">,
  order: Order,
): boolean {
  const age = deps.clock.now().getTime() - (order.paidAt ?? order.createdAt).getTime();
  return asksForReviews(deps) && age < AFTER_MS && reviewedProducts(deps.db, order).length > 0;
}

/**
 * Queues the requests for reviews that are due: one per order 14 days after the payment, if its
 * buyer agreed, at most one a year for each address. Each order is looked at once.
 */
export async function queueReviewRequests(deps: RequestDeps): Promise<void> {
  if (!asksForReviews(deps)) return;
  while (queueSome(deps) && !deps.stopping?.aborted) await nextTurn();
}

/** Queues the requests of some orders in one transaction; returns whether there may be more. */
function queueSome({ db, clock }: RequestDeps): boolean {
  const author = { actor: "sweep", now: clock.now() };
  const now = author.now.getTime();
  return db.write((tx) => {
    const from = Math.max(findCursor(tx, CURSOR) ?? 0, now - LATEST_MS);
    const until = now - AFTER_MS;
    const due = tx
      .select({ order: orders })
      .from(orders)
      .innerJoin(mailPreferences, wantsReviews)
      .where(and(gt(orders.paidAt, new Date(from)), lte(orders.paidAt, new Date(until))))
      .orderBy(asc(orders.paidAt))
      .limit(ORDERS_A_STEP)
      .all();
    for (const { order } of due) queueRequest(tx, { order, author });
    const isLast = due.length < ORDERS_A_STEP;
    moveCursor(tx, CURSOR, isLast ? until : (due.at(-1)?.order.paidAt?.getTime() ?? until));
    return !isLast;
  });
}

function queueRequest(tx: Transaction, { order, author }: { order: Order; author: Author }): void {
  const { id: orderId, email: recipient } = order;
  if (!recipient || reviewedProducts(tx, order).length === 0 || hasReview(tx, orderId)) return;
  const kind = "review_request";
  if (wasMailed(tx, { kind, recipient, since: new Date(author.now.getTime() - PAUSE_MS) })) return;
  const opened = openedAt(tx, order).getTime();
  queueMail(tx, {
    uniqueKey: `review-request:${orderId}`,
    kind,
    recipient,
    about: { orderId },
    // Not before now: the queue sends the mail that has been due longest first.
    dueAt: new Date(Math.max(opened + AFTER_MS, author.now.getTime())),
    expiresAt: new Date(opened + LATEST_MS),
    author,
  });
}
