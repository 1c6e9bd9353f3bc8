import { type SQL, sql } from "drizzle-orm";
import type { OrderStatus } from "./enums.ts";
import { orders } from "./schema.ts";

// Groups of statuses. Do not reorder the values: they match the WHERE clauses of partial indexes.

/** Not paid yet, but payable. */
export const PAYABLE = ["creating", "open"] as const satisfies OrderStatus[];
/** Statuses that can still change, so that the provider is polled. */
export const WAITING = ["creating", "open", "processing"] as const satisfies OrderStatus[];
/** Paid, or the bank is still processing the payment. */
export const PAID_OR_PROCESSING = ["paid", "processing"] as const satisfies OrderStatus[];
/** Ended without payment; a late payment still moves the order to paid. */
export const ENDED = ["expired", "failed"] as const satisfies OrderStatus[];

export function isPaidOrProcessing(
  status: OrderStatus | undefined,
): status is (typeof PAID_OR_PROCESSING)[number] {
  return status === "paid" || status === "processing";
}

/** Status filter. Literals match the partial index; `likely` makes SQLite prefer other indexes. */
export function hasStatus(...statuses: OrderStatus[]): SQL {
  const list = sql.raw(statuses.map((status) => `'${status}'`).join(", "));
  return sql`likely(${orders.status} IN (${list}))`;
}
