import { eq } from "drizzle-orm";
import type { Transaction } from "../../db/client.ts";
import type { Author } from "../../db/record.ts";
import { orderItems, orders } from "../../db/schema.ts";
import type { DeliveryMail } from "../emails/delivery.tsx";
import type { Deps } from "../deps.ts";
import { fileLinks } from "./download-links.ts";
import { MAIL_LINK_MS } from "./file-links.ts";
import { queueMail } from "./mail-queue.ts";

type Order = typeof orders.$inferSelect;
const RESEND_PAUSE_MS = 5 * 60_000;

/** Queues the mail with an order's files; the same `key` queues it once, however often it is asked. */
export function queueDeliveryMail(
  tx: Transaction,
  { order, key, author }: { order: Order; key: string; author: Author },
): void {
  if (!order.email) return;
  queueMail(tx, {
    uniqueKey: key,
    kind: "delivery",
    recipient: order.email,
    orderId: order.id,
    author,
  });
}

/**
 * Mails a paid order's files again to the address they first went to. Does nothing for an unknown
 * or unpaid session, and at most once in five minutes, so that nobody's inbox can be flooded.
 */
export function resendDelivery(deps: Deps, sessionId: string): void {
  const now = deps.clock.now();
  const order = deps.db.select().from(orders).where(eq(orders.sessionId, sessionId)).get();
  if (order?.status !== "paid") return;
  const pause = Math.floor(now.getTime() / RESEND_PAUSE_MS);
  const author = { actor: "buyer", now };
  deps.db.write((tx) =>
    queueDeliveryMail(tx, { order, key: `delivery:${order.id}:again:${pause}`, author }),
  );
  deps.wake.mail();
}

/** What the delivery mail of an order says when it is sent now. */
export function deliveryMailOf(deps: Deps, orderId: number): DeliveryMail {
  const order = deps.db.select().from(orders).where(eq(orders.id, orderId)).get();
  if (!order) throw new Error(`There is no order ${orderId} to deliver.`);
  const items = deps.db.select().from(orderItems).where(eq(orderItems.orderId, orderId)).all();
  const expiresAt = new Date(deps.clock.now().getTime() + MAIL_LINK_MS);
  return {
    orderNumber: order.number,
    customerName: order.customerName,
    totalAmount: order.totalAmount,
    currency: order.currency,
    supportEmail: deps.config.mail.support,
    siteUrl: deps.config.publicUrl,
    linksEndAt: expiresAt,
    demo: deps.config.demo,
    items: items
      .filter((item) => item.grantedAt !== null && item.revokedAt === null)
      .map((item) => ({ name: item.name, ...fileLinks(deps, { item, order, expiresAt }) })),
  };
}
