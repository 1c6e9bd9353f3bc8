import { eq } from "drizzle-orm";
import { orderItems, users } from "../../db/schema.ts";
import type { Deps } from "../deps.ts";
import type { Order } from "./fulfil.ts";
import { findOwnedItems } from "./owned-items.ts";

/**
 * Ends an open checkout at the provider when its buyer holds one of its products by now, or has it
 * under way. One that cannot be ended is noted in the log: it may be paid as well, or tried again.
 */
export async function endSuperseded(deps: Deps, order: Order): Promise<void> {
  const { id, status, sessionId } = order;
  if (status !== "open" || !sessionId || !isSuperseded(deps, order)) return;
  try {
    await deps.payments.expireCheckout(sessionId);
  } catch (error) {
    deps.log.warn({ order: id, err: error }, "checkout not ended");
  }
}

function isSuperseded(deps: Deps, { id, browserHash, userId }: Order): boolean {
  const lines = deps.db.select().from(orderItems).where(eq(orderItems.orderId, id)).all();
  const productIds = lines.map((line) => line.productId);
  const user = userId === null ? null : findUser(deps, userId);
  return findOwnedItems(deps, productIds, { browserHash, user }).length > 0;
}

function findUser({ db }: Deps, userId: number): { id: number; email: string } | null {
  return db.select().from(users).where(eq(users.id, userId)).get() ?? null;
}
