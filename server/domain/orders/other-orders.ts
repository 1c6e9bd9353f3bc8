import { and, asc, between, desc, eq, inArray, ne } from "drizzle-orm";
import { type Order, orderItems, orders } from "../../../db/schema.ts";
import type { OtherOrder } from "../../contract/answers.ts";
import { DAY_MS } from "../../contract/time.ts";
import type { Deps } from "../../deps.ts";
import { isBuyingBrowser } from "../files/grants.ts";
import type { Viewer } from "../viewer.ts";
import { BOUGHT } from "./order.ts";

const ONE_VISIT_MS = DAY_MS;
const MOST_SHOWN = 5;

/**
 * What this browser ordered within a day of this order of its own, newest first: a pack and the
 * extra offered after it are two payments, and each page must lead to the files of both. No other
 * viewer is told of them, not even the order's signed-in owner: a computer may have several buyers.
 */
export function findOtherOrders(deps: Deps, order: Order, viewer: Viewer): OtherOrder[] {
  const { id, browserHash, createdAt } = order;
  const now = deps.clock.now();
  if (browserHash === null || !isBuyingBrowser(order, viewer, now)) return [];
  const found = deps.db
    .select({
      id: orders.id,
      sessionId: orders.sessionId,
      orderNumber: orders.number,
      browserHash: orders.browserHash,
      userId: orders.userId,
      createdAt: orders.createdAt,
    })
    .from(orders)
    .where(
      and(
        eq(orders.browserHash, browserHash),
        ne(orders.id, id),
        inArray(orders.status, BOUGHT),
        between(orders.createdAt, shift(createdAt, -ONE_VISIT_MS), shift(createdAt, ONE_VISIT_MS)),
      ),
    )
    .orderBy(desc(orders.id))
    .limit(MOST_SHOWN)
    .all();
  return found
    .filter((other) => isBuyingBrowser(other, viewer, now))
    .flatMap(({ id: otherId, sessionId, orderNumber }) =>
      sessionId === null ? [] : [{ sessionId, orderNumber, names: namesOf(deps, otherId) }],
    );
}

function namesOf(deps: Deps, orderId: number): string[] {
  return deps.db
    .select({ name: orderItems.name })
    .from(orderItems)
    .where(eq(orderItems.orderId, orderId))
    .orderBy(asc(orderItems.id))
    .all()
    .map(({ name }) => name);
}

function shift(time: Date, ms: number): Date {
  return new Date(time.getTime() + ms);
}
