import { and, asc, desc, eq, inArray, isNotNull, like, or } from "drizzle-orm";
import type { Reader } from "../../../db/client.ts";
import {
  changes,
  emails,
  type Order,
  type OrderItem,
  orderItems,
  type OrderNote,
  orderNotes,
  refunds,
} from "../../../db/schema.ts";
import { webhookEvents } from "../../../db/store-schema.ts";
import { formatAmount } from "../../contract/format.ts";
import { ENGLISH } from "../../contract/language.ts";
import {
  EVENT_NAMES,
  MAIL_NAMES,
  noteText,
  type OrderPage,
  type TimelineEntry,
} from "../../contract/admin-answers.ts";
import { SOURCE_NAMES } from "../../contract/order-import.ts";
import type { Deps } from "../../deps.ts";
import { unknownRow } from "../../errors.ts";
import { refundableOf } from "../money/reversals.ts";
import { getTable } from "../tables/registry.ts";
import { getRow, selectRows } from "../tables/write.ts";
import { findCreditedOrder } from "../orders/credits.ts";
import { findOrderById } from "../orders/order.ts";

const MOST_OTHERS = 10;
/** Row limit for mails, refunds and events, because their number is unbounded. */
const MOST_ROWS = 200;

/** An order with its rows and activity, for an administrator. Throws AppError `not_found`. */
export function getOrderPage({ db }: Pick<Deps, "db">, id: number): OrderPage {
  const order = findOrderById(db, id);
  if (!order) throw unknownRow();
  const rowsOf = (name: string, where: string, ...values: (string | number)[]) =>
    selectRows(db, getTable(name), where, values);
  const ofOrder = (table: string, direction = "ASC") =>
    rowsOf(table, `${table}.order_id = ? ORDER BY ${table}.id ${direction} LIMIT ${MOST_ROWS}`, id);
  const others = `orders.email = ? AND orders.id <> ? ORDER BY orders.id DESC LIMIT ${MOST_OTHERS}`;
  return {
    order: getRow(db, getTable("orders"), id),
    items: ofOrder("order_items"),
    emails: ofOrder("emails", "DESC"),
    notes: ofOrder("order_notes"),
    refunds: ofOrder("refunds", "DESC"),
    credits: creditsOf(db, id),
    otherOrders: order.email ? rowsOf("orders", others, order.email, id) : [],
    refundable: refundableOf(db, order),
    timeline: timelineOf(db, order),
  };
}

function creditsOf(db: Reader, id: number): OrderPage["credits"] {
  const isUpgrade = and(eq(orderItems.orderId, id), isNotNull(orderItems.creditedItemId));
  return db
    .select()
    .from(orderItems)
    .where(isUpgrade)
    .all()
    .flatMap((item) => {
      const earlier = findCreditedOrder(db, item);
      return earlier ? { itemId: item.id, orderId: earlier.id, number: earlier.number } : [];
    });
}

type Change = typeof changes.$inferSelect;
type Moment = Omit<TimelineEntry, "at" | "actor"> & { at: Date; actor?: string };

/** Activity of an order, newest first: its dates, mails, notes, refunds, events and changes by people. */
function timelineOf(db: Reader, order: Order): TimelineEntry[] {
  const { id } = order;
  const items = db.select().from(orderItems).where(eq(orderItems.orderId, id)).all();
  const isOfOrder = eq(orderNotes.orderId, id);
  const notes = db.select().from(orderNotes).where(isOfOrder).orderBy(asc(orderNotes.id)).all();
  const moments = [
    ...datesOf(order),
    ...listMails(db, order),
    ...notes.flatMap((note) => momentsOfNote(note, order)),
    ...listRefunds(db, order),
    ...listEvents(db, order),
    ...listChanges(db, "orders", order.id),
    // An import adds the items with their order.
    ...items
      .flatMap((item) => listChanges(db, "order_items", item.id, item))
      .filter(({ at }) => order.source === "own" || at > order.createdAt),
    ...notes.flatMap((note) => listChanges(db, "order_notes", note.id)),
  ];
  return moments
    .toSorted((a, b) => b.at.getTime() - a.at.getTime())
    .slice(0, MOST_ROWS)
    .map(({ at, actor = null, ...entry }) => ({ ...entry, at: at.toISOString(), actor }));
}

function datesOf(order: Order): Moment[] {
  const { id, createdAt, paidAt, firstViewedAt, totalAmount, currency, source } = order;
  const row = { table: "orders", id };
  const detail = formatAmount(totalAmount, currency, ENGLISH);
  return [
    {
      at: createdAt,
      kind: "order",
      title: source === "own" ? "Order created" : `Imported from ${SOURCE_NAMES[source]}`,
      detail: order.number,
      row,
    },
    ...(paidAt ? [{ at: paidAt, kind: "payment" as const, title: "Paid", detail, row }] : []),
    ...(firstViewedAt
      ? [{ at: firstViewedAt, kind: "order" as const, title: "First viewed", detail: null, row }]
      : []),
  ];
}

function listMails(db: Reader, { id: orderId }: Order): Moment[] {
  const rows = db
    .select()
    .from(emails)
    .where(eq(emails.orderId, orderId))
    .orderBy(desc(emails.id))
    .limit(MOST_ROWS)
    .all();
  return rows.flatMap((mail) => {
    const name = MAIL_NAMES[mail.kind] ?? mail.kind;
    const entry = (at: Date | null, title: string, detail: string): Moment[] => {
      const row = { table: "emails", id: mail.id };
      return at ? [{ at, kind: "mail", title: `${name}: ${title}`, detail, row }] : [];
    };
    const givenUp = mail.status === "dead" ? mail.updatedAt : null;
    return [
      ...entry(mail.createdAt, "mail queued", mail.recipient),
      ...entry(mail.sentAt, "mail sent", mail.recipient),
      ...entry(givenUp, "mail failed", mail.lastError ?? mail.recipient),
    ];
  });
}

/** Returns a note's activity entries. Excludes manual resolutions, which `listChanges` returns. */
function momentsOfNote(note: OrderNote, { currency }: Order): Moment[] {
  const detail = noteText(note, currency);
  const about = { kind: "note" as const, detail, row: { table: "order_notes", id: note.id } };
  const gone = note.causeGone && note.doneAt ? note.doneAt : null;
  return [
    { ...about, at: note.createdAt, title: "Note" },
    ...(gone ? [{ ...about, at: gone, title: "Note resolved automatically" }] : []),
  ];
}

const REFUND_TITLES = {
  pending: "Refund in progress",
  succeeded: "Refunded",
  failed: "Refund failed",
};

function listRefunds(db: Reader, { id: orderId, currency }: Order): Moment[] {
  const rows = db
    .select()
    .from(refunds)
    .where(eq(refunds.orderId, orderId))
    .orderBy(desc(refunds.id))
    .limit(MOST_ROWS)
    .all();
  const ids = rows.map(({ id }) => id);
  const isInsert = and(eq(changes.action, "insert"), inArray(changes.rowId, ids));
  const ofRefunds = and(eq(changes.tableName, "refunds"), isInsert);
  const inserts = db.select().from(changes).where(ofRefunds).all();
  const authors = new Map(inserts.map(({ rowId, actor }) => [rowId, actor]));
  return rows.map(({ id, createdAt, amount, status, lastError, reason }) => {
    const actor = authors.get(id);
    return {
      at: createdAt,
      kind: "refund" as const,
      title: `${REFUND_TITLES[status]}: ${formatAmount(amount, currency, ENGLISH)}`,
      detail: lastError ?? reason,
      ...(actor !== undefined && { actor }),
      row: { table: "refunds", id },
    };
  });
}

function listEvents(db: Reader, order: Order): Moment[] {
  const { sessionId, paymentIntentId, subscriptionId } = order;
  const objects = [sessionId, paymentIntentId, subscriptionId].flatMap((id) => id ?? []);
  // One query per object, so that each reads the end of its index range.
  const rows = objects.flatMap((objectId) =>
    db
      .select()
      .from(webhookEvents)
      .where(eq(webhookEvents.objectId, objectId))
      .orderBy(desc(webhookEvents.id))
      .limit(MOST_ROWS)
      .all(),
  );
  return rows.map(({ id, createdAt, type, lastError, handledAt }) => ({
    at: createdAt,
    kind: "event",
    title: `Payment provider: ${EVENT_NAMES[type] ?? type}`,
    detail: handledAt === null ? (lastError ?? "Not handled yet") : null,
    row: { table: "webhook_events", id },
  }));
}

/** Lists changes made by people. Automatic changes are visible in the rows themselves. */
function listChanges(
  db: Reader,
  table: keyof typeof TITLES,
  id: number,
  item?: OrderItem,
): Moment[] {
  const byPeople = or(like(changes.actor, "admin:%"), eq(changes.actor, "buyer"));
  const rows = db
    .select()
    .from(changes)
    .where(and(eq(changes.tableName, table), eq(changes.rowId, id), byPeople))
    .orderBy(desc(changes.id))
    .limit(MOST_ROWS)
    .all();
  return rows.flatMap((change) => {
    const title = TITLES[table](change);
    if (!title) return [];
    const { createdAt: at, actor } = change;
    const detail = item?.name ?? detailOf(change);
    return [{ at, kind: "change" as const, title, detail, actor, row: { table, id } }];
  });
}

/** Functions by table that return a change's title, or undefined if another entry covers it. */
const TITLES = {
  orders(change: Change) {
    if (change.action !== "update") return undefined;
    if (differs(change, "email")) return "Email corrected";
    return differs(change, "customer_name") ? "Name changed" : undefined;
  },
  order_items(change: Change) {
    if (change.action === "insert") {
      return change.actor === "buyer" ? undefined : "Product added";
    }
    if (differs(change, "revoked_at")) {
      return change.after?.["revoked_at"] ? "Item revoked" : "Item restored";
    }
    return differs(change, "access_until") ? "Access period changed" : undefined;
  },
  order_notes(change: Change) {
    if (!differs(change, "done_at")) return undefined;
    return change.after?.["done_at"] ? "Note resolved" : "Note reopened";
  },
};

function differs({ before, after, action }: Change, column: string): boolean {
  return action === "update" && before?.[column] !== after?.[column];
}

function detailOf(change: Change): string | null {
  const { before, after } = change;
  for (const column of ["email", "customer_name"]) {
    if (differs(change, column)) return `${before?.[column] ?? "–"} → ${after?.[column] ?? "–"}`;
  }
  return null;
}
