import { eq, sql } from "drizzle-orm";
import type { Reader } from "../../../db/client.ts";
import { prepared } from "../../../db/statements.ts";
import { type Order, orders } from "../../../db/schema.ts";

const orderBySession = prepared((db) =>
  db
    .select()
    .from(orders)
    .where(eq(orders.sessionId, sql.placeholder("sessionId")))
    .prepare(),
);

/** The order of a checkout session. */
export function findOrder(
  db: Pick<Reader, "select" | "sqlite">,
  sessionId: string,
): Order | undefined {
  return orderBySession(db).get({ sessionId });
}

/** The order with this id. */
export function findOrderById(db: Pick<Reader, "select">, id: number): Order | undefined {
  return db.select().from(orders).where(eq(orders.id, id)).get();
}
