import { and, eq, isNotNull } from "drizzle-orm";
import { orderItems, orders } from "../../../db/schema.ts";
import type { CurrentUser } from "../../contract/auth.ts";
import { refusals } from "../../contract/messages.ts";
import type { Deps } from "../../deps.ts";
import { AppError } from "../../errors.ts";
import { isOfUser } from "../files/grants.ts";

/**
 * The provider's page on which this user sees, pays and cancels a subscription that they have
 * bought, by its order item. Throws AppError `not_found` for anything else, and `payment_provider`.
 */
export async function openBillingPortal(
  deps: Pick<Deps, "db" | "payments" | "config">,
  { user, itemId }: { user: CurrentUser; itemId: number },
): Promise<string> {
  const bought = and(
    eq(orderItems.id, itemId),
    eq(orderItems.type, "subscription"),
    isNotNull(orderItems.grantedAt),
    eq(orders.status, "paid"),
  );
  const order = deps.db
    .select({ userId: orders.userId, email: orders.email, subscriptionId: orders.subscriptionId })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(bought)
    .get();
  // Only the account counts: a browser that once bought may have another user by now.
  const isTheirs = order && isOfUser(order, user);
  if (!order?.subscriptionId || !isTheirs) throw new AppError("not_found", refusals.notFound);
  const { subscriptionId } = order;
  const returnUrl = `${deps.config.publicUrl}/account`;
  return (await deps.payments.createPortal({ subscriptionId, returnUrl })).url;
}
