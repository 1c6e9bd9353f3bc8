import { and, desc, eq, inArray, like, or } from "drizzle-orm";
import type { Reader } from "../../../db/client.ts";
import {
  changes,
  emails,
  type Order,
  type OrderItem,
  type OrderNote,
  refunds,
  webhookEvents,
} from "../../../db/schema.ts";
import { MAIL_NAMES, noteText, type TimelineEntry } from "../../contract/admin-answers.ts";
import { formatAmount } from "../../contract/format.ts";

const MOST_ENTRIES = 200;

type Change = typeof changes.$inferSelect;
type Parts = { items: OrderItem[]; notes: OrderNote[] };
type Moment = Omit<TimelineEntry, "at" | "actor"> & { at: Date; actor?: string };

/** Activity of an order, newest first: its dates, mails, notes, refunds, events and changes by people. */
export function timelineOf(db: Reader, order: Order, parts: Parts): TimelineEntry[] {
  const moments = [
    ...daysOf(order),
    ...listMails(db, order),
    ...notesOf(order, parts.notes),
    ...listRefunds(db, order),
    ...listEvents(db, order),
    ...listChanges(db, order, parts),
  ];
  return moments
    .toSorted((a, b) => b.at.getTime() - a.at.getTime())
    .slice(0, MOST_ENTRIES)
    .map(({ at, actor = null, ...entry }) => ({ ...entry, at: at.toISOString(), actor }));
}

function* daysOf(order: Order): Generator<Moment> {
  const { id, createdAt, paidAt, firstViewedAt, totalAmount, currency } = order;
  const row = { table: "orders", id };
  const kind = "order" as const;
  yield { at: createdAt, kind, title: "Order created", detail: order.number, row };
  if (paidAt) {
    const detail = formatAmount(totalAmount, currency);
    yield { at: paidAt, kind: "payment", title: "Paid", detail, row };
  }
  if (firstViewedAt) {
    yield { at: firstViewedAt, kind, title: "First viewed", detail: null, row };
  }
}

function listMails(db: Reader, { id: orderId }: Order): Moment[] {
  const rows = db
    .select()
    .from(emails)
    .where(eq(emails.orderId, orderId))
    .orderBy(desc(emails.id))
    .limit(MOST_ENTRIES)
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

/** A note that a person resolved is listed by its change. */
function notesOf({ currency }: Order, notes: OrderNote[]): Moment[] {
  return notes.flatMap((note) => {
    const detail = noteText(note, currency);
    const about = { kind: "note" as const, detail, row: { table: "order_notes", id: note.id } };
    const gone = note.causeGone && note.doneAt ? note.doneAt : null;
    return [
      { ...about, at: note.createdAt, title: "Note" },
      ...(gone ? [{ ...about, at: gone, title: "Note resolved automatically" }] : []),
    ];
  });
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
    .limit(MOST_ENTRIES)
    .all();
  const authors = refundAuthors(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map(({ id, createdAt, amount, status, lastError, reason }) => {
    const actor = authors.get(id);
    return {
      at: createdAt,
      kind: "refund" as const,
      title: `${REFUND_TITLES[status]}: ${formatAmount(amount, currency)}`,
      detail: lastError ?? reason,
      ...(actor !== undefined && { actor }),
      row: { table: "refunds", id },
    };
  });
}

/** The administrator of each refund, by its id. */
function refundAuthors(db: Reader, ids: number[]): Map<number, string> {
  const isInsert = and(
    eq(changes.tableName, "refunds"),
    inArray(changes.rowId, ids),
    eq(changes.action, "insert"),
  );
  const found = db.select().from(changes).where(isInsert).all();
  return new Map(found.map(({ rowId, actor }) => [rowId, actor]));
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
      .limit(MOST_ENTRIES)
      .all(),
  );
  return rows.map(({ id, createdAt, type, lastError, handledAt }) => ({
    at: createdAt,
    kind: "event",
    title: type,
    detail: handledAt === null ? (lastError ?? "Not handled yet") : null,
    row: { table: "webhook_events", id },
  }));
}

function listChanges(db: Reader, order: Order, { items, notes }: Parts): Moment[] {
  const names = new Map(items.map(({ id, name }) => [id, name]));
  const rows = [
    ["orders", order.id] as const,
    ...items.map(({ id }) => ["order_items", id] as const),
    ...notes.map(({ id }) => ["order_notes", id] as const),
  ];
  return rows.flatMap(([table, id]) =>
    changesOfRow(db, table, id).flatMap((change) => {
      const title = TITLES[table](change);
      if (!title) return [];
      const detail = table === "order_items" ? (names.get(id) ?? null) : detailOf(change);
      const { createdAt: at, actor } = change;
      return [{ at, kind: "change" as const, title, detail, actor, row: { table, id } }];
    }),
  );
}

/** Changes by people; what the shop does itself shows in the rows. */
function changesOfRow(db: Reader, table: string, rowId: number): Change[] {
  const byPeople = or(like(changes.actor, "admin:%"), eq(changes.actor, "buyer"));
  return db
    .select()
    .from(changes)
    .where(and(eq(changes.tableName, table), eq(changes.rowId, rowId), byPeople))
    .orderBy(desc(changes.id))
    .limit(MOST_ENTRIES)
    .all();
}

/** The title of a change; undefined when another entry shows it. */
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
