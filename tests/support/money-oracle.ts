import { and, asc, eq, gt, inArray, isNull } from "drizzle-orm";
import { changes, emails, orderItems, orderNotes, orders, refunds } from "../../db/schema.ts";
import { webhookEvents } from "../../db/store-schema.ts";
import type { Session } from "../../server/demo/payments/objects.ts";
import { refundKey } from "../../server/domain/money/reversals.ts";
import { cardViolations } from "./money-cards.ts";
import { giftViolations } from "./money-gifts.ts";
import { priceViolations } from "./money-prices.ts";
import type { World } from "./money-world.ts";

type Order = typeof orders.$inferSelect;

/** Returns the expected state of the shop, derived from the provider's records. */
export function expectedOf(world: World) {
  return world.sessions().map((session) => {
    const complete = session.status === "complete";
    const paid = complete && session.payment_status !== "unpaid";
    const { refunded, notes, reasons } = moneyOf(world, session);
    return {
      sessionId: session.id,
      number: session.metadata?.["order_number"],
      status: paid ? "paid" : unpaidStatus(world, session),
      // Until its checkout is complete, an order has the prices of its products.
      total: complete ? session.amount_total : session.amount_subtotal,
      tax: complete ? session.total_details?.amount_tax : 0,
      discount: complete ? session.total_details?.amount_discount : 0,
      paymentIntentId: paid ? session.payment_intent : null,
      refunded: paid ? refunded : 0,
      notes: paid ? notes : [],
      items: world.linesOf(session.id).map((line) => ({
        ...line,
        ...(!complete && { paid: null, tax: 0 }),
        granted: paid,
        reason: paid ? (reasons.get(line.productId) ?? null) : null,
      })),
    };
  });
}

export function actualOf(world: World) {
  const found = ordersOf(world);
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
      tax: order.taxAmount,
      discount: order.discountAmount,
      paymentIntentId: order.paymentIntentId,
      refunded: order.refundedAmount,
      notes: openNotesOf(world, order).filter((note) => !note.startsWith("credit_")),
      items: itemsOf(world, order).map((item) => ({
        productId: item.productId,
        price: item.price,
        paid: item.paidAmount,
        tax: item.taxAmount,
        granted: item.grantedAt !== null,
        reason: item.revokedAt === null ? null : item.revokeReason,
      })),
    };
  });
}

/** Yields a description of each violated invariant. */
export function* violations(world: World): Generator<string> {
  const found = ordersOf(world);
  const known = new Set(world.sessions().map(({ id }) => id));
  for (const order of found) {
    if (order.sessionId === null && order.status !== "failed") {
      yield `order ${order.number} without a session is ${order.status}`;
    }
    if (order.sessionId !== null && !known.has(order.sessionId)) {
      yield `order ${order.number} has a session of another world`;
    }
    for (const wrong of mailViolations(world, order)) yield `order ${order.number}: ${wrong}`;
  }
  yield* doubleViolations(world, found);
  yield* inboxViolations(world);
  yield* refundViolations(world, found);
  yield* priceViolations(world);
  yield* giftViolations(world, found);
  yield* cardViolations(world, found);
}

/** Invariant: the provider has one refund per succeeded refund row, and no unrequested refunds. */
function* refundViolations(world: World, found: Order[]): Generator<string> {
  const keys = world.store.list("refund").map(({ metadata }) => metadata?.["refund_key"]);
  const atSite = keys.filter((key) => key === undefined).length;
  if (atSite !== world.refundsAsked) yield "the shop has refunded something by itself";
  let given = 0;
  for (const order of found) {
    const rows = world.db.select().from(refunds).where(eq(refunds.orderId, order.id)).all();
    for (const row of rows) {
      const made = keys.filter((key) => key === refundKey(order, row)).length;
      if (row.status === "pending") yield `refund ${row.id} is still pending`;
      if (made !== Number(row.status === "succeeded"))
        yield `${row.status}, it was given ${made} times`;
      given += made;
    }
  }
  if (given !== keys.length - atSite) yield "the shop knows nothing of a refund that it has made";
}

function unpaidStatus({ store }: World, session: Session): string {
  if (session.status !== "complete") return String(session.status);
  const intent = store.find("payment_intent", String(session.payment_intent));
  return intent?.status === "processing" ? "processing" : "failed";
}

/** Applies the shop's refund and dispute rules to a session, from the provider's records only. */
function moneyOf({ store, linesOf }: World, session: Session) {
  const lines = linesOf(session.id);
  const ofPayment = (record: { payment_intent: string | null }) =>
    record.payment_intent !== null && record.payment_intent === session.payment_intent;
  const refunds = store.list("refund").filter(ofPayment);
  const disputes = store.list("dispute").filter(ofPayment);
  const refunded = refunds.reduce((sum, { amount }) => sum + amount, 0);
  const everything = (reason: string) => new Map(lines.map((line) => [line.productId, reason]));
  const open = disputes.some(({ status }) => status === "needs_response") ? ["dispute_open"] : [];
  if (disputes.some(({ status }) => status === "lost")) {
    return { refunded, reasons: everything("dispute"), notes: ["dispute_lost", ...open] };
  }
  if (refunded > 0 && refunded >= (session.amount_total ?? 0)) {
    return { refunded, reasons: everything("refund"), notes: open };
  }
  const reasons = new Map<number, string>();
  let kept = 0;
  // Refunds for a named line are added up and affect only that line.
  const named = Map.groupBy(refunds, ({ metadata }) => Number(metadata?.["product_id"] ?? 0));
  const unnamed = named.get(0) ?? [];
  named.delete(0);
  for (const [productId, parts] of named) {
    const amount = parts.reduce((sum, part) => sum + part.amount, 0);
    const paid = lines.find((line) => line.productId === productId)?.paid ?? Infinity;
    if (amount >= paid) reasons.set(productId, "refund");
    kept += amount >= paid ? amount - paid : amount;
  }
  for (const { amount } of unnamed) {
    const [line, ...others] = lines.filter(
      ({ productId, paid }) => paid === amount && !reasons.has(productId),
    );
    if (line && others.length === 0) reasons.set(line.productId, "refund");
    else kept += amount;
  }
  return { refunded, reasons, notes: kept > 0 ? [...open, `refund_kept_access ${kept}`] : open };
}

function* mailViolations(world: World, order: Order): Generator<string> {
  const mine = eq(emails.orderId, order.id);
  const all = world.db.select().from(emails).where(mine).orderBy(asc(emails.id)).all();
  const count = (wanted: string) => all.filter(({ kind }) => kind === wanted).length;
  const posts = world.posts.filter(({ orderId }) => orderId === order.id);
  for (const { messageId, to, kind, owner, payer, orderStatus } of posts) {
    const row = all.find((each) => each.messageId === messageId);
    if (row?.recipient !== to) yield "a mail went astray";
    if (kind === "delivery" && to !== owner) yield "the files went astray";
    if (["order_received", "gift_receipt"].includes(kind) && to !== payer) {
      yield `a ${kind} mail went astray`;
    }
    const stale = kind === "order_received" && orderStatus !== "processing";
    if (stale) yield `it is ${orderStatus}, and a mail said it waits`;
  }

  const corrections = world.corrections.filter(({ sessionId }) => sessionId === order.sessionId);
  if (order.addressChanges !== corrections.length) {
    yield `${order.addressChanges} corrections, not ${corrections.length}`;
  }
  const moves = corrections.filter(({ paid }) => paid).length;
  // A pending payment is mailed once, and again to each email corrected before the payment.
  const waits = wasProcessing(world, order) ? 1 + corrections.length - moves : 0;
  if (count("order_received") !== waits) {
    yield `${count("order_received")} mails that it waits, not ${waits}`;
  }
  if (order.status !== "paid") {
    const rows = all.filter(({ kind }) => kind !== "order_received");
    const kinds = rows.map(({ kind, status }) => `${kind} ${status}`).join();
    const refused = order.status === "failed" && order.sessionId !== null;
    const due = refused ? "payment_failed sent" : "";
    if (kinds !== due) yield `unpaid, it has mails: ${kinds}, not ${due}`;
    return;
  }
  const versions = 1 + moves;
  const resends = world.resends.get(order.sessionId ?? "") ?? 0;
  const extra = count("delivery") - versions;
  if (extra < 0 || extra > resends) {
    yield `${count("delivery")} mails for ${versions} addresses, ${resends} asked for`;
  }
  if (count("address_changed") !== moves) yield "wrong notices";
  if (order.linkEpoch !== versions) yield "its links' epoch is wrong";
  for (const { status, attempts } of all) {
    if (status !== "sent" && status !== "dead") yield `a mail is ${status} after ${attempts} tries`;
  }
  const arrived = posts.some(({ kind, to, epochs }) => {
    return kind === "delivery" && to === order.email && epochs.every((e) => e === order.linkEpoch);
  });
  const noted = openNotesOf(world, order).length > 0;
  if (!arrived && !noted && !inQuestion(world, order)) {
    yield `no mail with links that work has reached ${order.email}`;
  }
}

function wasProcessing({ db }: World, order: Order): boolean {
  const isTheirs = and(eq(changes.tableName, "orders"), eq(changes.rowId, order.id));
  const states = db.select({ after: changes.after }).from(changes).where(isTheirs).all();
  return states.some(({ after }) => after?.["status"] === "processing");
}

/** Invariant: if a buyer paid for a product in two orders, one is marked as a duplicate. */
function* doubleViolations(world: World, found: Order[]): Generator<string> {
  const paid = found
    .filter(({ status }) => status === "paid")
    .map((order) => {
      const products = new Set(itemsOf(world, order).map(({ productId }) => productId));
      return { order, products, clean: isClean(world, order) };
    });
  for (const [at, a] of paid.entries()) {
    for (const b of paid.slice(at + 1)) {
      const isSameBrowser =
        a.order.browserHash !== null && a.order.browserHash === b.order.browserHash;
      const buyer = a.order.email === b.order.email || isSameBrowser;
      if (buyer && a.clean && b.clean && !a.products.isDisjointFrom(b.products)) {
        yield `orders ${a.order.number} and ${b.order.number} hold the same and are not marked`;
      }
    }
  }
  for (const { order, products } of paid.filter(({ order }) => order.duplicateOfId !== null)) {
    const first = paid.find((other) => other.order.id === order.duplicateOfId);
    if (!first || first.products.isDisjointFrom(products)) {
      yield `order ${order.number} is no double of ${order.duplicateOfId}`;
    }
  }
}

function isClean(world: World, order: Order): boolean {
  return order.duplicateOfId === null && order.addressChanges === 0 && !inQuestion(world, order);
}

function inQuestion({ store }: World, { refundedAmount, paymentIntentId }: Order): boolean {
  const disputes = store.list("dispute");
  return (
    refundedAmount > 0 || disputes.some(({ payment_intent }) => payment_intent === paymentIntentId)
  );
}

/** Invariant: every event of the provider is stored exactly once and handled. */
function* inboxViolations(world: World): Generator<string> {
  const ids = world.events().map(({ id }) => id);
  const isTheirs = inArray(webhookEvents.eventId, ids);
  const kept = world.db.select().from(webhookEvents).where(isTheirs).all();
  if (kept.length !== ids.length) yield `${ids.length} events, ${kept.length} of them kept`;
  for (const { eventId, handledAt } of kept) {
    if (handledAt === null) yield `event ${eventId} was never handled`;
  }
}

function ordersOf({ db, lastOrderId }: World): Order[] {
  const isTheirs = gt(orders.id, lastOrderId);
  return db.select().from(orders).where(isTheirs).orderBy(asc(orders.id)).all();
}

function itemsOf({ db }: World, order: Order) {
  const isTheirs = eq(orderItems.orderId, order.id);
  return db.select().from(orderItems).where(isTheirs).orderBy(asc(orderItems.id)).all();
}

function openNotesOf({ db }: World, order: Order): string[] {
  const isOpen = and(eq(orderNotes.orderId, order.id), isNull(orderNotes.doneAt));
  const open = db.select().from(orderNotes).where(isOpen).orderBy(asc(orderNotes.kind)).all();
  return open.map(({ kind, amount }) => (amount === null ? kind : `${kind} ${amount}`));
}
