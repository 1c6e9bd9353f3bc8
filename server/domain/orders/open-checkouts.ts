import { and, desc, eq, inArray } from "drizzle-orm";
import { type Order, orderItems, orders } from "../../../db/schema.ts";
import { messages } from "../../contract/messages.ts";
import type { Deps } from "../../deps.ts";
import { AppError } from "../../errors.ts";
import { belongsTo } from "../files/grants.ts";
import type { Viewer } from "../viewer.ts";
import { fulfil } from "./fulfil.ts";
import { isSuperseded } from "./duplicate-purchase.ts";
import { isBought } from "./order-status.ts";
import { refreshOrder } from "./checkout-cache.ts";

/** A buyer's open checkouts; past it the oldest is ended (decision: open-checkouts). */
const MOST_OPEN = 5;
/** Two calls each; what concurrent requests leave over is ended by the next checkouts. */
const MOST_ENDED_AT_ONCE = 5;
/** A page asks about the newest ones alone: every question is a call of the provider. */
const MOST_ASKED_BY_PAGE = 3;

/**
 * Asks the provider about the buyer's open checkouts of these products: one that was paid a moment
 * ago, with its webhook still on the way, must count as bought. Returns the session ids that it has
 * asked about. Throws AppError `payment_provider`.
 */
export async function syncOpenOrders(
  deps: Deps,
  productIds: number[],
  buyer: Viewer,
): Promise<string[]> {
  const sessionIds = listOpenSessions(deps, { productIds, buyer, most: MOST_OPEN });
  await Promise.all(sessionIds.map((sessionId) => syncOrder(deps, sessionId)));
  return sessionIds;
}

/** The same for a page: asks about the newest three, through the checkout cache. */
export async function refreshOpenOrders(
  deps: Deps,
  productIds: number[],
  buyer: Viewer,
): Promise<void> {
  const sessionIds = listOpenSessions(deps, { productIds, buyer, most: MOST_ASKED_BY_PAGE });
  await Promise.all(sessionIds.map((sessionId) => refreshOrder(deps, sessionId)));
}

type OpenOf = { productIds: number[]; buyer: Viewer; most: number };

/** The sessions of the buyer's open checkouts of these products, newest first. */
function listOpenSessions({ db, clock }: Deps, { productIds, buyer, most }: OpenOf): string[] {
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
    .limit(most)
    .all()
    .flatMap(({ sessionId }) => sessionId ?? []);
}

/**
 * Makes room for one more open checkout of this buyer: ends the oldest ones at the provider, a few at
 * a time. True when one of them turns out to be bought: it is fulfilled instead. Throws AppError
 * `payment_provider`.
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
  const ended = await Promise.all(oldest.map((sessionId) => endCheckout(deps, sessionId)));
  return ended.some((order) => isBought(order?.status));
}

async function endCheckout(deps: Deps, sessionId: string): Promise<Order | undefined> {
  await deps.payments.expireCheckout(sessionId).catch(failCheckout);
  return syncOrder(deps, sessionId);
}

/** Brings one order to the state of its session. Throws AppError `payment_provider`. */
export async function syncOrder(deps: Deps, sessionId: string): Promise<Order | undefined> {
  return fulfil(deps, sessionId).catch(failCheckout);
}

function failCheckout(error: unknown): never {
  if (!(error instanceof AppError) || error.code !== "payment_provider") throw error;
  throw new AppError("payment_provider", messages.checkoutFailed, { cause: error.cause });
}

/**
 * Ends an open checkout at the provider when its buyer holds one of its products by now, or has it
 * under way. One that cannot be ended is noted in the log: it may be paid as well, or tried again.
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
