import { and, desc, eq, inArray } from "drizzle-orm";
import { type Order, orderItems, orders } from "../../../db/schema.ts";
import { messages } from "../../contract/messages.ts";
import { MINUTE_MS } from "../../contract/time.ts";
import type { Deps } from "../../deps.ts";
import { AppError } from "../../errors.ts";
import { type Memo, memo } from "../../process/memo.ts";
import { singleFlight } from "../../process/promises.ts";
import { isSuperseded } from "./duplicate-purchase.ts";
import { fulfil } from "./fulfil.ts";
import { type Buyer, isBoughtBy } from "./gifts.ts";
import { findOrder, findOrderById } from "./order.ts";
import { isPaidOrProcessing } from "../../../db/order-status.ts";

const MOST_OPEN = 5;
const MOST_ENDED_AT_ONCE = 5;
const MOST_ASKED_BY_PAGE = 3;

/** Cache lifetime of a session's status for pages. */
export const ANSWER_MS = 3000;
/** Cache lifetime of an unknown session. An order created by a webhook is still found. */
const UNKNOWN_MS = MINUTE_MS;
const MOST_CACHED = 5000;
/** Limit of the whole shop, so that made-up ids do not use up the provider's ~100 calls a second. */
const MOST_UNKNOWN_A_SECOND = 20;

/** Syncs the buyer's open checkouts of these products; returns their sessions. Throws `payment_provider`. */
export async function syncOpenOrders(
  deps: Deps,
  productIds: number[],
  buyer: Buyer,
): Promise<string[]> {
  const sessionIds = listOpenSessions(deps, buyer, productIds).slice(0, MOST_OPEN);
  await Promise.all(sessionIds.map((sessionId) => syncOrder(deps, sessionId)));
  return sessionIds;
}

/** Like `syncOpenOrders`, but cached and limited to three sessions, for pages. */
export async function refreshOpenOrders(
  deps: Deps,
  productIds: number[],
  buyer: Buyer,
): Promise<void> {
  const sessionIds = listOpenSessions(deps, buyer, productIds).slice(0, MOST_ASKED_BY_PAGE);
  await Promise.all(sessionIds.map((sessionId) => refreshOrder(deps, sessionId)));
}

function listOpenSessions({ db, clock }: Deps, buyer: Buyer, productIds?: number[]): string[] {
  const isOpen = and(eq(orders.status, "open"), isBoughtBy(db, buyer, clock.now()));
  return db
    .selectDistinct({ id: orders.id, sessionId: orders.sessionId })
    .from(orders)
    .innerJoin(orderItems, eq(orderItems.orderId, orders.id))
    .where(productIds ? and(isOpen, inArray(orderItems.productId, productIds)) : isOpen)
    .orderBy(desc(orders.id))
    .all()
    .flatMap(({ sessionId }) => sessionId ?? []);
}

/** Expires the oldest checkouts over the limit; true if one was paid. Throws `payment_provider`. */
export async function endOldestOpen(deps: Deps, buyer: Buyer): Promise<boolean> {
  const oldest = listOpenSessions(deps, buyer)
    .slice(MOST_OPEN - 1)
    .slice(-MOST_ENDED_AT_ONCE);
  const ended = await Promise.all(
    oldest.map(async (sessionId) => {
      await deps.payments.expireCheckout(sessionId).catch(failCheckout);
      return syncOrder(deps, sessionId);
    }),
  );
  return ended.some((order) => isPaidOrProcessing(order?.status));
}

/** Like `fulfil`, with an error message for checkouts. */
export async function syncOrder(deps: Deps, sessionId: string): Promise<Order | undefined> {
  return fulfil(deps, sessionId).catch(failCheckout);
}

function failCheckout(error: unknown): never {
  if (!(error instanceof AppError) || error.code !== "payment_provider") throw error;
  throw new AppError("payment_provider", messages.checkoutFailed, { cause: error.cause });
}

/** Ends an open checkout of a product that its buyer owns by now. A failure is logged; the next check retries. */
export async function endSuperseded(deps: Deps, order: Order): Promise<void> {
  const { id, sessionId } = order;
  if (!sessionId || !isSuperseded(deps, order)) return;
  await deps.payments
    .expireCheckout(sessionId)
    .catch((error: unknown) => deps.log.warn({ order: id, err: error }, "checkout not ended"));
}

type Cache = {
  /** Ids of orders by session. The order's current state is always read from the database. */
  answers: Memo<number | undefined>;
  unknown: { second: number; count: number };
};

const caches = new WeakMap<Deps, Cache>();
const refreshOnce = singleFlight<Order | undefined>();

/**
 * Like `fulfil`, for pages: caches known sessions for three seconds and unknown ones for a minute.
 * Throws AppError `payment_provider`, and `unavailable` above the limit for unknown sessions.
 */
export async function refreshOrder(deps: Deps, sessionId: string): Promise<Order | undefined> {
  const last = cacheOf(deps).answers.find(sessionId);
  if (!last) return refreshOnce(sessionId, () => askProvider(deps, sessionId), deps);
  const order = findOrder(deps.db, sessionId);
  // The order's session may have been replaced, so look it up by id.
  if (order || last.value === undefined) return order;
  return findOrderById(deps.db, last.value);
}

async function askProvider(deps: Deps, sessionId: string): Promise<Order | undefined> {
  if (!findOrder(deps.db, sessionId)) countUnknown(deps);
  const order = await fulfil(deps, sessionId);
  cacheOf(deps).answers.set(sessionId, order?.id, order ? ANSWER_MS : UNKNOWN_MS);
  return order;
}

function countUnknown(deps: Deps): void {
  const { unknown } = cacheOf(deps);
  const second = Math.floor(deps.clock.now().getTime() / 1000);
  if (unknown.second !== second) Object.assign(unknown, { second, count: 0 });
  unknown.count += 1;
  if (unknown.count <= MOST_UNKNOWN_A_SECOND) return;
  const cause = "too many unknown sessions";
  throw new AppError("unavailable", messages.network, { cause, retryAfterSeconds: 1 });
}

function cacheOf(deps: Deps): Cache {
  const now = () => deps.clock.now().getTime();
  const cache = caches.get(deps) ?? {
    answers: memo({ most: MOST_CACHED, now }),
    unknown: { second: 0, count: 0 },
  };
  caches.set(deps, cache);
  return cache;
}
