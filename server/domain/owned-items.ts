import { and, desc, eq, inArray, or } from "drizzle-orm";
import { orderItems, orders } from "../../db/schema.ts";
import { messages } from "../contract/messages.ts";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { fulfil } from "./fulfil.ts";
import { isGranted, type Viewer } from "./grants.ts";

type Buyer = Viewer & { browserHash: string };

/** More open checkouts than this has no honest browser; each one costs a call of the provider. */
const MOST_ASKED = 3;

/**
 * What the buyer holds, or has under way, of these products: nobody pays twice for it. The order's
 * session id leads to its success page.
 */
export function findOwnedItems(deps: Deps, productIds: number[], buyer: Buyer) {
  return deps.db
    .select({ productId: orderItems.productId, sessionId: orders.sessionId })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(
      and(
        or(isGranted(deps.clock.now()), eq(orders.status, "processing")),
        inArray(orderItems.productId, productIds),
        belongsTo(buyer),
      ),
    )
    .all();
}

/**
 * Asks the provider about the buyer's open checkouts of these products: one that was paid a moment
 * ago, with its webhook still on the way, must count as bought. Throws AppError `payment_provider`.
 */
export async function settleOpenOrders(
  deps: Deps,
  productIds: number[],
  buyer: Buyer,
): Promise<void> {
  const open = deps.db
    .selectDistinct({ id: orders.id, sessionId: orders.sessionId })
    .from(orders)
    .innerJoin(orderItems, eq(orderItems.orderId, orders.id))
    .where(
      and(eq(orders.status, "open"), inArray(orderItems.productId, productIds), belongsTo(buyer)),
    )
    .orderBy(desc(orders.id))
    .limit(MOST_ASKED)
    .all();
  try {
    await Promise.all(open.map(({ sessionId }) => sessionId && fulfil(deps, sessionId)));
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "payment_provider") throw error;
    throw new AppError("payment_provider", messages.checkoutFailed, { cause: error.cause });
  }
}

function belongsTo({ browserHash, user }: Buyer) {
  return or(
    eq(orders.browserHash, browserHash),
    user ? eq(orders.userId, user.id) : undefined,
    user ? eq(orders.email, user.email) : undefined,
  );
}
