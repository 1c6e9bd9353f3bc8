import { asc, eq } from "drizzle-orm";
import type { Reader } from "../../../db/client.ts";
import { orderItems } from "../../../db/schema.ts";

type Line = Pick<typeof orderItems.$inferSelect, "name" | "price" | "type" | "billingPeriod">;

/** What was ordered, paid for or not, as it was sold; prices are in the smallest unit. */
export function listLines(db: Pick<Reader, "select">, orderId: number): Line[] {
  const { name, price, type, billingPeriod } = orderItems;
  return db
    .select({ name, price, type, billingPeriod })
    .from(orderItems)
    .where(eq(orderItems.orderId, orderId))
    .orderBy(asc(orderItems.id))
    .all();
}
