import { eq } from "drizzle-orm";
import type { Transaction } from "../../db/client.ts";
import type { Author } from "../../db/record.ts";
import { orders } from "../../db/schema.ts";
import type { Deps } from "../deps.ts";
import type { OrderReceivedMail } from "../emails/order-received.tsx";
import { mailFrame } from "./mail-frame.ts";
import { queueMail } from "./mail-queue.ts";
import { listLines } from "./order-lines.ts";

type Order = typeof orders.$inferSelect;

/**
 * Queues the mail that says that an order is known while its bank takes its time: once an order and
 * address, however often it is asked; none for any other order.
 */
export function queueReceivedMail(
  tx: Transaction,
  { order, author }: { order: Order; author: Author },
): void {
  const { id, status, email, addressChanges } = order;
  if (status !== "processing" || !email) return;
  queueMail(tx, {
    uniqueKey: `order-received:${id}:${addressChanges}`,
    kind: "order_received",
    recipient: email,
    orderId: id,
    author,
  });
}

/** What that mail says; undefined when the bank has answered or the order has another address. */
export function receivedMailOf(
  deps: Pick<Deps, "db" | "config">,
  { orderId, recipient }: { orderId: number; recipient: string },
): OrderReceivedMail | undefined {
  const order = deps.db.select().from(orders).where(eq(orders.id, orderId)).get();
  if (order?.status !== "processing" || order.email !== recipient) return undefined;
  const { number, customerName, totalAmount, currency, sessionId } = order;
  const items = listLines(deps.db, order.id);
  return {
    orderNumber: number,
    customerName,
    email: recipient,
    totalAmount,
    currency,
    items,
    orderUrl: `${deps.config.publicUrl}/checkout/success?sessionId=${sessionId}`,
    refusalEnds: items.every(({ type }) => type !== "subscription"),
    ...mailFrame(deps),
    demo: deps.config.demo,
  };
}
