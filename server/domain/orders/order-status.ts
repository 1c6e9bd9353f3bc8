import { type SQL, sql } from "drizzle-orm";
import { orders } from "../../../db/schema.ts";
import type { OrderStatus } from "../../../db/enums.ts";

// Groups of states, in the order in which the indexes over them have them.

/** The buyer may still pay. */
export const UNPAID = ["creating", "open"] as const satisfies OrderStatus[];
/** The provider is asked until it says how these end. */
export const WAITING = ["creating", "open", "processing"] as const satisfies OrderStatus[];
/** Paid for, as far as the buyer can tell: the bank may still be at work. */
export const BOUGHT = ["paid", "processing"] as const satisfies OrderStatus[];
/** Ended without money, unless one of these is paid after all. */
export const ENDED = ["expired", "failed"] as const satisfies OrderStatus[];

/** `next_check_at` of an order that is checked before all others. */
export const CHECK_FIRST = new Date(0);

type Bought = (typeof BOUGHT)[number];

export function isBought(status: OrderStatus | undefined): status is Bought {
  return status === "paid" || status === "processing";
}

/**
 * The condition of an index over the orders of these statuses, written as the index has it: SQLite
 * finds such an index neither by bound values nor, where another begins with the status, unasked.
 */
export function isOneOf(...statuses: OrderStatus[]): SQL {
  const list = sql.raw(statuses.map((status) => `'${status}'`).join(", "));
  return sql`likely(${orders.status} IN (${list}))`;
}
