import { eq } from "drizzle-orm";
import type { Transaction } from "../../../db/client.ts";
import { type Author, updateRow } from "../../../db/record.ts";
import { type Order, orders } from "../../../db/schema.ts";
import { foldEmail } from "../../contract/email.ts";
import { DAY_MS, HOUR_MS } from "../../contract/time.ts";
import type { Checkout } from "../../ports/payments.ts";
import { queueMail, wasMailed } from "../mails/queue-mail.ts";

/** Maximum age of an expired checkout to remind of; the provider's link works for 30 days. */
const REMINDER_MS = 7 * DAY_MS;
/** The buyer may still be paying in another checkout. */
const DELAY_MS = HOUR_MS;
/** Minimum time between two reminders to an address, which anybody can type on the payment page. */
const PAUSE_MS = 30 * DAY_MS;

/**
 * Returns the expired order that a recovered session continues; undefined for other sessions, or if
 * the order has been paid through the same link.
 */
export function findRecoveredOrder(
  tx: Transaction,
  { recoveredFrom, orderNumber }: Checkout,
): Order | undefined {
  if (recoveredFrom === null || orderNumber === null) return undefined;
  const order = tx.select().from(orders).where(eq(orders.number, orderNumber)).get();
  return order?.status === "expired" ? order : undefined;
}

/**
 * Stores the link of an expired session, if the buyer agreed to a reminder. Queues the reminder,
 * unless the address has had one in the last 30 days.
 */
export function offerRecovery(
  tx: Transaction,
  { order, checkout, author }: { order: Order; checkout: Checkout; author: Author },
): void {
  const { status, promotionsConsent, recoveryUrl, email } = checkout;
  if (status !== "expired" || !promotionsConsent || !recoveryUrl || !email) return;
  if (order.recoveryUrl !== null || order.status === "paid") return;
  updateRow(tx, orders, order.id, { recoveryUrl }, author);
  const recipient = foldEmail(email);
  const now = author.now.getTime();
  if (wasMailed(tx, { kind: "recovery", recipient, since: new Date(now - PAUSE_MS) })) return;
  queueMail(tx, {
    uniqueKey: `recovery:${order.id}`,
    kind: "recovery",
    recipient,
    about: { orderId: order.id },
    dueAt: new Date(now + DELAY_MS),
    expiresAt: new Date(now + REMINDER_MS),
    author,
  });
}
