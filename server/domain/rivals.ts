import { and, eq, inArray, or, sql } from "drizzle-orm";
import { prepared } from "../../db/prepared.ts";
import { updateRow } from "../../db/record.ts";
import { orderItems, orders, users } from "../../db/schema.ts";
import type { Deps } from "../deps.ts";

const AUTHOR = "fulfilment";
/** The time of the next check of an order that cannot wait for its turn. */
export const AT_ONCE = new Date(0);

const rivalsOfOrder = prepared((db) => {
  // NULL equals nothing in SQL: an order without browser or address has no rivals by it.
  const given = (name: "id" | "browserHash" | "email") => sql.placeholder(name);
  const account = db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.email, given("email")));
  const isTheirs = or(
    eq(orders.browserHash, given("browserHash")),
    inArray(orders.userId, account),
  );
  const theirs = db.select({ id: orders.id }).from(orders).where(isTheirs);
  const lines = db
    .select({ productId: orderItems.productId })
    .from(orderItems)
    .where(eq(orderItems.orderId, given("id")));
  return db
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(orderItems, eq(orderItems.orderId, orders.id))
    .where(
      and(
        inArray(orders.status, ["creating", "open"]),
        inArray(orders.id, theirs),
        inArray(orderItems.productId, lines),
      ),
    )
    .prepare();
});

/**
 * Has the buyer's open checkouts checked at once that hold a product of this order, which has been
 * paid: nobody is to pay for it again in another tab.
 */
export function hurryRivals(deps: Deps, order: typeof orders.$inferSelect): void {
  const { id, browserHash, email } = order;
  const found = rivalsOfOrder(deps.db).all({ id, browserHash, email });
  if (found.length === 0) return;
  const author = { actor: AUTHOR, now: deps.clock.now() };
  deps.db.write((tx) => {
    for (const rival of new Set(found.map((row) => row.id))) {
      updateRow(tx, orders, rival, { nextCheckAt: AT_ONCE }, author);
    }
  });
  deps.wake.rivals();
}
