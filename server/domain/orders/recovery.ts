import { eq } from "drizzle-orm";
import type { Transaction } from "../../../db/client.ts";
import { type Author, updateRow } from "../../../db/record.ts";
import { type Order, orders } from "../../../db/schema.ts";
import { foldEmail } from "../../contract/email.ts";
import { DAY_MS } from "../../contract/time.ts";
import type { Checkout } from "../../ports/payments.ts";
import { queueMail } from "../queue-mail.ts";

/** The provider's link works for 30 days; a later reminder would be of no use. */
const REMINDER_MS = 7 * DAY_MS;

/**
 * Returns the expired order that a recovered session continues; undefined when the session continues
 * none, or the order has been paid through the same link.
 */
export function findRecoveredOrder(
  tx: Transaction,
  { recoveredFrom, orderNumber }: Checkout,
): Order | undefined {
  if (recoveredFrom === null || orderNumber === null) return undefined;
  const order = tx.select().from(orders).where(eq(orders.number, orderNumber)).get();
  return order?.status === "expired" ? order : undefined;
}

/** Stores the link of an expired session and queues one reminder, if the buyer agreed to it. */
export function offerRecovery(
  tx: Transaction,
  { order, checkout, author }: { order: Order; checkout: Checkout; author: Author },
): void {
  const { status, promotionsConsent, recoveryUrl, email } = checkout;
  if (status !== "expired" || !promotionsConsent || !recoveryUrl || !email) return;
  if (order.recoveryUrl !== null || order.status === "paid") return;
  updateRow(tx, orders, order.id, { recoveryUrl }, author);
  queueMail(tx, {
    uniqueKey: `recovery:${order.id}`,
    kind: "recovery",
    recipient: foldEmail(email),
    about: { orderId: order.id },
    expiresAt: new Date(author.now.getTime() + REMINDER_MS),
    author,
  });
}
