import { and, asc, eq, max, ne } from "drizzle-orm";
import type { Reader, Transaction } from "../../db/client.ts";
import type { Author } from "../../db/record.ts";
import { emails, orderItems, orders, subscriptionRecords } from "../../db/schema.ts";
import type { DeliveryMail } from "../emails/delivery.tsx";
import type { SubscriptionTerms } from "../emails/order-words.ts";
import type { Deps } from "../deps.ts";
import { fileLinks } from "./download-links.ts";
import { MAIL_LINK_MS } from "./file-links.ts";
import { isGranted } from "./grants.ts";
import { mailFrame } from "./mail-frame.ts";
import { queueMail } from "./mail-queue.ts";

type Order = typeof orders.$inferSelect;
type Item = typeof orderItems.$inferSelect;
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
 * Mails a paid order's files again to the address they first went to. Does nothing for an unknown or
 * unpaid session or one without files, and within five minutes of the last such mail that was not
 * given up, so that nobody's inbox can be flooded.
 */
export function resendDelivery(deps: Deps, sessionId: string): void {
  const now = deps.clock.now();
  deps.db.write((tx) => {
    const order = tx.select().from(orders).where(eq(orders.sessionId, sessionId)).get();
    if (!order || grantedItems(tx, order, now).length === 0) return;
    const last = tx
      .select({ createdAt: max(emails.createdAt) })
      .from(emails)
      .where(
        and(eq(emails.orderId, order.id), eq(emails.kind, "delivery"), ne(emails.status, "dead")),
      )
      .get();
    if (last?.createdAt && now.getTime() - last.createdAt.getTime() < RESEND_PAUSE_MS) return;
    const key = `delivery:${order.id}:${now.getTime()}`;
    queueDeliveryMail(tx, { order, key, author: { actor: "buyer", now } });
  });
  deps.wake.mail();
}

/**
 * What the delivery mail of an order says when it is sent now; undefined when the order's files no
 * longer go to this recipient, or to nobody at all.
 */
export function deliveryMailOf(
  deps: Deps,
  { orderId, recipient }: { orderId: number; recipient: string },
): DeliveryMail | undefined {
  const order = deps.db.select().from(orders).where(eq(orders.id, orderId)).get();
  if (order?.email !== recipient) return undefined;
  const items = grantedItems(deps.db, order, deps.clock.now());
  if (items.length === 0) return undefined;
  const expiresAt = new Date(deps.clock.now().getTime() + MAIL_LINK_MS);
  return {
    orderNumber: order.number,
    customerName: order.customerName,
    email: recipient,
    totalAmount: order.totalAmount,
    currency: order.currency,
    ...mailFrame(deps),
    linksEndAt: expiresAt,
    demo: deps.config.demo,
    items: items.map((item) => ({
      name: item.name,
      ...fileLinks(deps, { item, order, expiresAt }),
      subscription: subscriptionOf(deps, item, order),
    })),
  };
}

/** Null for what was bought for good. */
function subscriptionOf(
  { db }: Pick<Deps, "db">,
  { type, price, billingPeriod, accessUntil }: Item,
  { sessionId }: Order,
): SubscriptionTerms | null {
  if (type !== "subscription" || !billingPeriod || !sessionId) return null;
  const record = db
    .select({ ends: subscriptionRecords.endsAtPeriodEnd })
    .from(subscriptionRecords)
    .where(eq(subscriptionRecords.sessionId, sessionId))
    .get();
  return { price, billingPeriod, paidUntil: accessUntil, ends: record?.ends ?? false };
}

function grantedItems(db: Pick<Reader, "select">, order: Order, now: Date) {
  return db
    .select({ item: orderItems })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(and(isGranted(now), eq(orders.id, order.id)))
    .orderBy(asc(orderItems.id))
    .all()
    .map((row) => row.item);
}
