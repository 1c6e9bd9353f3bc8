import { and, asc, eq, gt, inArray, isNull } from "drizzle-orm";
import { changes, emails, orderItems, orderNotes, orders, webhookEvents } from "../../db/schema.ts";
import type { Session } from "../../server/demo/payments/types.ts";
import type { Post, World } from "./money-world.ts";

type Order = typeof orders.$inferSelect;
type Item = typeof orderItems.$inferSelect;
type Line = { productId: number; price: number };
type Reason = "refund" | "dispute" | null;

export type Asked = { firstOrderId: number; resends: Map<string, number> };

/** What the provider says about its sessions: what the shop must have come to. */
export function expectedOf(world: World) {
  return world.sessions().map((session) => {
    const paid = session.status === "complete" && session.payment_status !== "unpaid";
    const lines = linesOf(world, session);
    const money = moneyOf(world, session, lines);
    return {
      sessionId: session.id,
      number: session.metadata?.["order_number"],
      status: paid ? "paid" : unpaidStatus(world, session),
      total: session.amount_total,
      paymentIntentId: paid ? session.payment_intent : null,
      refunded: paid ? money.refunded : 0,
      notes: paid ? money.notes : [],
      items: lines.map((line) => ({
        ...line,
        granted: paid,
        reason: paid ? (money.reasons.get(line.productId) ?? null) : null,
      })),
    };
  });
}

/** The same facts, as the shop has them. */
export function actualOf(world: World, { firstOrderId }: Asked) {
  const found = ordersOf(world, firstOrderId);
  return world.sessions().map((session) => {
    const [order, ...others] = found.filter(
      ({ number }) => number === session.metadata?.["order_number"],
    );
    if (!order || others.length > 0) return { sessionId: session.id, orders: others.length };
    return {
      sessionId: order.sessionId,
      number: order.number,
      status: order.status,
      total: order.totalAmount,
      paymentIntentId: order.paymentIntentId,
      refunded: order.refundedAmount,
      notes: openNotesOf(world, order),
      items: itemsOf(world, order).map((item) => ({
        productId: item.productId,
        price: item.price,
        granted: item.grantedAt !== null,
        reason: item.revokedAt === null ? null : item.revokeReason,
      })),
    };
  });
}

/** What must hold beside that, each as the text of what is wrong; none when all is well. */
export function* violations(world: World, asked: Asked): Generator<string> {
  const found = ordersOf(world, asked.firstOrderId);
  const known = new Set(world.sessions().map(({ id }) => id));
  for (const order of found) {
    if (order.sessionId === null && order.status !== "failed") {
      yield `order ${order.number} without a session is ${order.status}`;
    }
    if (order.sessionId !== null && !known.has(order.sessionId)) {
      yield `order ${order.number} has a session of another world`;
    }
    yield* mailViolations(world, order, asked.resends.get(order.sessionId ?? "") ?? 0);
  }
  yield* doubleViolations(world, found);
  yield* inboxViolations(world);
  const refunds = world.control
    .requests()
    .filter(({ method, path }) => method === "POST" && path.startsWith("/v1/refunds"));
  if (refunds.length !== world.refundsAsked) yield "the shop has refunded something by itself";
}

function linesOf(world: World, { id }: Session): Line[] {
  return (world.store.find("session_plan", id)?.lines ?? []).map(({ price }) => ({
    productId: Number(world.store.find("product", price.product)?.metadata["product_id"]),
    price: price.unit_amount ?? 0,
  }));
}

function unpaidStatus({ store }: World, session: Session): string {
  if (session.status !== "complete") return String(session.status);
  const intent = store.find("payment_intent", String(session.payment_intent));
  return intent?.status === "processing" ? "processing" : "failed";
}

/** The rule of the shop, worked out from the provider's books alone. */
function moneyOf({ store }: World, session: Session, lines: Line[]) {
  const ofPayment = (record: { payment_intent: string | null }) =>
    record.payment_intent !== null && record.payment_intent === session.payment_intent;
  const refunds = store.list("refund").filter(ofPayment);
  const disputes = store.list("dispute").filter(ofPayment);
  const refunded = refunds.reduce((sum, { amount }) => sum + amount, 0);
  const everything = (reason: Reason) => new Map(lines.map((line) => [line.productId, reason]));
  const isOpen = disputes.some(({ status }) => status === "needs_response");
  const open = isOpen ? ["dispute_open"] : [];
  if (disputes.some(({ status }) => status === "lost")) {
    return { refunded, reasons: everything("dispute"), notes: ["dispute_lost", ...open] };
  }
  if (refunded > 0 && refunded >= (session.amount_total ?? 0)) {
    return { refunded, reasons: everything("refund"), notes: open };
  }
  const reasons = new Map<number, Reason>();
  let kept = 0;
  // Refunds that name a line of the order are for that line and for no other, all of them together.
  const named = new Map<number, number>();
  for (const { amount, metadata } of refunds.filter((refund) => refund.metadata?.["product_id"])) {
    const productId = Number(metadata?.["product_id"]);
    named.set(productId, (named.get(productId) ?? 0) + amount);
  }
  for (const [productId, amount] of named) {
    const price = lines.find((line) => line.productId === productId)?.price ?? Infinity;
    if (amount >= price) reasons.set(productId, "refund");
    kept += amount >= price ? amount - price : amount;
  }
  for (const { amount } of refunds.filter((refund) => !refund.metadata?.["product_id"])) {
    const [line, ...others] = lines.filter(
      ({ productId, price }) => price === amount && !reasons.has(productId),
    );
    if (line && others.length === 0) reasons.set(line.productId, "refund");
    else kept += amount;
  }
  return { refunded, reasons, notes: kept > 0 ? [...open, `refund_kept_access ${kept}`] : open };
}

function openNotesOf({ db }: World, order: Order): string[] {
  return db
    .select()
    .from(orderNotes)
    .where(and(eq(orderNotes.orderId, order.id), isNull(orderNotes.doneAt)))
    .orderBy(asc(orderNotes.kind))
    .all()
    .map(({ kind, amount }) => (amount === null ? kind : `${kind} ${amount}`));
}

function ordersOf({ db }: World, firstOrderId: number): Order[] {
  return db.select().from(orders).where(gt(orders.id, firstOrderId)).orderBy(asc(orders.id)).all();
}

function itemsOf({ db }: World, order: Order): Item[] {
  return db
    .select()
    .from(orderItems)
    .where(eq(orderItems.orderId, order.id))
    .orderBy(asc(orderItems.id))
    .all();
}

function* mailViolations(world: World, order: Order, resends: number): Generator<string> {
  const all = world.db
    .select()
    .from(emails)
    .where(eq(emails.orderId, order.id))
    .orderBy(asc(emails.id))
    .all();
  const corrections = world.corrections.filter(({ sessionId }) => sessionId === order.sessionId);
  if (order.addressChanges !== corrections.length) {
    yield `order ${order.number}: ${order.addressChanges} corrections, not ${corrections.length}`;
  }
  const posts = world.posts.filter(({ orderId }) => orderId === order.id);
  yield* postViolations(order, { posts, all });
  const moves = corrections.filter(({ paid }) => paid).length;
  yield* waitViolations(world, order, { all, notes: corrections.length - moves });
  const rows = all.filter(({ kind }) => kind !== "order_received");
  if (order.status !== "paid") {
    const kinds = rows.map(({ kind, status }) => `${kind} ${status}`).join();
    const refused = order.status === "failed" && order.sessionId !== null;
    const due = refused ? "payment_failed sent" : "";
    if (kinds !== due) yield `unpaid order ${order.number} has mails: ${kinds}, not ${due}`;
    return;
  }
  const deliveries = rows.filter(({ kind }) => kind === "delivery");
  const notices = rows.filter(({ kind }) => kind === "address_changed");
  const versions = 1 + moves;
  const extra = deliveries.length - versions;
  if (extra < 0 || extra > resends) {
    yield `order ${order.number}: ${deliveries.length} mails for ${versions} addresses, ${resends} asked for`;
  }
  if (notices.length !== moves) yield `order ${order.number}: wrong notices`;
  if (order.linkEpoch !== versions) yield `order ${order.number}: its links' epoch is wrong`;
  for (const { status, attempts } of all) {
    if (status !== "sent" && status !== "dead") yield `a mail is ${status} after ${attempts} tries`;
  }
  const untouched = order.refundedAmount === 0 && openNotesOf(world, order).length === 0;
  const arrived = posts.some(({ kind, to, epochs }) => {
    return kind === "delivery" && to === order.email && epochs.every((e) => e === order.linkEpoch);
  });
  if (untouched && !arrived && !wasDisputed(world, order)) {
    yield `order ${order.number}: no mail with links that work has reached ${order.email}`;
  }
}

type Email = typeof emails.$inferSelect;

function* postViolations(
  { number }: Order,
  { posts, all }: { posts: Post[]; all: Email[] },
): Generator<string> {
  for (const { messageId, to, kind, belongsTo, orderStatus } of posts) {
    const row = all.find((each) => each.messageId === messageId);
    if (row?.recipient !== to) yield `order ${number}: a mail went astray`;
    const isTheirs = kind === "delivery" || kind === "order_received";
    if (isTheirs && to !== belongsTo) yield `order ${number}: a ${kind} mail went astray`;
    const stale = kind === "order_received" && orderStatus !== "processing";
    if (stale) yield `order ${number} is ${orderStatus}, and a mail said it waits`;
  }
}

/** One mail says that an order waits for its bank, and one more to each address noted meanwhile. */
function* waitViolations(
  world: World,
  order: Order,
  { all, notes }: { all: Email[]; notes: number },
): Generator<string> {
  const waits = all.filter(({ kind }) => kind === "order_received").length;
  const due = wasProcessing(world, order) ? 1 + notes : 0;
  if (waits !== due) yield `order ${order.number}: ${waits} mails that it waits, not ${due}`;
}

/** Whether the shop has ever seen the bank take its time over this order. */
function wasProcessing({ db }: World, order: Order): boolean {
  const isTheirs = and(eq(changes.tableName, "orders"), eq(changes.rowId, order.id));
  const states = db.select({ after: changes.after }).from(changes).where(isTheirs).all();
  return states.some(({ after }) => after?.["status"] === "processing");
}

function wasDisputed({ store }: World, order: Order): boolean {
  return store.list("dispute").some((dispute) => dispute.payment_intent === order.paymentIntentId);
}

/** Two paid orders of one buyer with one product, neither ever in question: one names the other. */
function* doubleViolations(world: World, found: Order[]): Generator<string> {
  const paid = found
    .filter(({ status }) => status === "paid")
    .map((order) => ({ order, products: itemsOf(world, order).map((item) => item.productId) }));
  for (const [at, a] of paid.entries()) {
    for (const b of paid.slice(at + 1)) {
      const shared = a.products.some((product) => b.products.includes(product));
      const buyer = a.order.email === b.order.email || a.order.browserHash === b.order.browserHash;
      const moved = a.order.addressChanges + b.order.addressChanges > 0;
      const marked = [a.order.doubleOfId, b.order.doubleOfId].some((id) => id !== null);
      if (
        shared &&
        buyer &&
        !moved &&
        !marked &&
        !inQuestion(world, a.order) &&
        !inQuestion(world, b.order)
      ) {
        yield `orders ${a.order.number} and ${b.order.number} hold the same and are not marked`;
      }
    }
  }
  for (const { order, products } of paid.filter(({ order }) => order.doubleOfId !== null)) {
    const first = paid.find((other) => other.order.id === order.doubleOfId);
    if (!first?.products.some((product) => products.includes(product))) {
      yield `order ${order.number} is no double of ${order.doubleOfId}`;
    }
  }
}

function inQuestion(world: World, order: Order): boolean {
  return order.refundedAmount > 0 || wasDisputed(world, order);
}

/** Every event of the provider is kept once and has been dealt with. */
function* inboxViolations(world: World): Generator<string> {
  const ids = world.events().map(({ id }) => id);
  const kept = world.db
    .select({ eventId: webhookEvents.eventId, handledAt: webhookEvents.handledAt })
    .from(webhookEvents)
    .where(and(inArray(webhookEvents.eventId, ids)))
    .all();
  if (kept.length !== ids.length) yield `${ids.length} events, ${kept.length} of them kept`;
  for (const { eventId, handledAt } of kept) {
    if (handledAt === null) yield `event ${eventId} was never handled`;
  }
}
