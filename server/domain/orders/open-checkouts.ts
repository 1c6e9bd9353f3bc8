import { and, desc, eq, inArray } from "drizzle-orm";
import { type Order, orderItems, orders } from "../../../db/schema.ts";
import { messages } from "../../contract/messages.ts";
import type { Deps } from "../../deps.ts";
import { AppError } from "../../errors.ts";
import { belongsTo } from "../files/grants.ts";
import type { Viewer } from "../viewer.ts";
import { refreshOrder } from "./checkout-cache.ts";
import { isSuperseded } from "./duplicate-purchase.ts";
import { fulfil } from "./fulfil.ts";
import { isBought } from "./order.ts";

/** Open checkouts of one buyer; beyond it the oldest is ended. */
const MOST_OPEN = 5;
/** Two calls each; the next checkouts end the rest. */
const MOST_ENDED_AT_ONCE = 5;
const MOST_ASKED_BY_PAGE = 3;

/**
 * Asks the provider about the buyer's open checkouts of these products, because one may be paid with
 * its webhook still on the way. Returns their session ids. Throws AppError `payment_provider`.
 */
export async function syncOpenOrders(
  deps: Deps,
  productIds: number[],
  buyer: Viewer,
): Promise<string[]> {
  const sessionIds = listOpenSessions(deps, productIds, buyer).slice(0, MOST_OPEN);
  await Promise.all(sessionIds.map((sessionId) => syncOrder(deps, sessionId)));
  return sessionIds;
}

/** The same for a page: asks about the newest three, through the checkout cache. */
export async function refreshOpenOrders(
  deps: Deps,
  productIds: number[],
  buyer: Viewer,
): Promise<void> {
  const sessionIds = listOpenSessions(deps, productIds, buyer).slice(0, MOST_ASKED_BY_PAGE);
  await Promise.all(sessionIds.map((sessionId) => refreshOrder(deps, sessionId)));
}

/** The sessions of the buyer's open checkouts of these products, newest first. */
function listOpenSessions({ db, clock }: Deps, productIds: number[], buyer: Viewer): string[] {
  return db
    .selectDistinct({ id: orders.id, sessionId: orders.sessionId })
    .from(orders)
    .innerJoin(orderItems, eq(orderItems.orderId, orders.id))
    .where(
      and(
        eq(orders.status, "open"),
        inArray(orderItems.productId, productIds),
        belongsTo(db, buyer, clock.now()),
      ),
    )
    .orderBy(desc(orders.id))
    .limit(MOST_OPEN)
    .all()
    .flatMap(({ sessionId }) => sessionId ?? []);
}

/**
 * Ends the buyer's oldest open checkouts at the provider, so that one more fits. True when one of them
 * turns out to be paid. Throws AppError `payment_provider`.
 */
export async function endOldestOpen(deps: Deps, buyer: Viewer): Promise<boolean> {
  const newestFirst = deps.db
    .select({ sessionId: orders.sessionId })
    .from(orders)
    .where(and(eq(orders.status, "open"), belongsTo(deps.db, buyer, deps.clock.now())))
    .orderBy(desc(orders.id))
    .all()
    .flatMap(({ sessionId }) => sessionId ?? []);
  const oldest = newestFirst.slice(MOST_OPEN - 1).slice(-MOST_ENDED_AT_ONCE);
  const ended = await Promise.all(
    oldest.map(async (sessionId) => {
      await deps.payments.expireCheckout(sessionId).catch(failCheckout);
      return syncOrder(deps, sessionId);
    }),
  );
  return ended.some((order) => isBought(order?.status));
}

/** `fulfil` with the checkout's own error message. */
export async function syncOrder(deps: Deps, sessionId: string): Promise<Order | undefined> {
  return fulfil(deps, sessionId).catch(failCheckout);
}

function failCheckout(error: unknown): never {
  if (!(error instanceof AppError) || error.code !== "payment_provider") throw error;
  throw new AppError("payment_provider", messages.checkoutFailed, { cause: error.cause });
}

/**
 * Ends an open checkout at the provider if its buyer owns one of its products by now. A failure is only
 * logged: the checkout may be paid as well, and the next check tries again.
 */
export async function endSuperseded(deps: Deps, order: Order): Promise<void> {
  const { id, sessionId } = order;
  if (!sessionId || !isSuperseded(deps, order)) return;
  try {
    await deps.payments.expireCheckout(sessionId);
  } catch (error) {
    deps.log.warn({ order: id, err: error }, "checkout not ended");
  }
}
