import { and, desc, eq, inArray, isNull, or } from "drizzle-orm";
import type { Reader } from "../../db/client.ts";
import { orderItems, orders } from "../../db/schema.ts";
import { messages } from "../contract/messages.ts";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { fulfil, type Order } from "./fulfil.ts";
import { belongsTo, isGranted, type Viewer } from "./grants.ts";

/** More open checkouts of a product has no honest browser; each one costs a call of the provider. */
const MOST_ASKED = 20;

/**
 * What the buyer holds, or has under way, of these products: nobody pays twice for it. The order's
 * session id leads to its success page.
 */
export function findOwnedItems(deps: Deps, productIds: number[], buyer: Viewer) {
  return deps.db
    .select({
      productId: orderItems.productId,
      sessionId: orders.sessionId,
      email: orders.email,
      browserHash: orders.browserHash,
      orderedAt: orders.createdAt,
    })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(
      and(
        or(isGranted(deps.clock.now()), eq(orders.status, "processing")),
        inArray(orderItems.productId, productIds),
        belongsTo(deps.db, buyer),
      ),
    )
    .all();
}

/**
 * Asks the provider about the buyer's open checkouts of these products: one that was paid a moment
 * ago, with its webhook still on the way, must count as bought. Returns the session ids that it has
 * asked about. Throws AppError `payment_provider`.
 */
export async function settleOpenOrders(
  deps: Deps,
  productIds: number[],
  buyer: Viewer,
): Promise<string[]> {
  const open = deps.db
    .selectDistinct({ id: orders.id, sessionId: orders.sessionId })
    .from(orders)
    .innerJoin(orderItems, eq(orderItems.orderId, orders.id))
    .where(
      and(
        eq(orders.status, "open"),
        inArray(orderItems.productId, productIds),
        belongsTo(deps.db, buyer),
      ),
    )
    .orderBy(desc(orders.id))
    .limit(MOST_ASKED)
    .all();
  const sessionIds = open.flatMap(({ sessionId }) => sessionId ?? []);
  await Promise.all(sessionIds.map((sessionId) => settleOrder(deps, sessionId)));
  return sessionIds;
}

/** Brings one order to the state of its session. Throws AppError `payment_provider`. */
export async function settleOrder(deps: Deps, sessionId: string): Promise<Order | undefined> {
  try {
    return await fulfil(deps, sessionId);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "payment_provider") throw error;
    throw new AppError("payment_provider", messages.checkoutFailed, { cause: error.cause });
  }
}

/** Says whether an order has a line of this product that was not withdrawn. */
export function holdsProduct(db: Reader, orderId: number, productId: number): boolean {
  const line = and(
    eq(orderItems.orderId, orderId),
    eq(orderItems.productId, productId),
    isNull(orderItems.revokedAt),
  );
  return db.select({ id: orderItems.id }).from(orderItems).where(line).get() !== undefined;
}
