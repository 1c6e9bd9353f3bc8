import type { Reader } from "../../../db/client.ts";
import type { NoteKind, PasskeyChange, RefundStatus } from "../../../db/enums.ts";
import {
  MAIL_NAMES,
  type Need,
  type NeedKind,
  type Needs,
  noteText,
} from "../../contract/admin-answers.ts";
import { formatAmount } from "../../contract/format.ts";
import { DAY_MS, HOUR_MS } from "../../contract/time.ts";
import type { Deps } from "../../deps.ts";

const MOST_ROWS = 20;
const RECENT_DAYS = 30;
const REFUND_DAYS = 14;
/** Pending refunds older than this need attention; the provider confirms most within minutes. */
const LONG_PENDING_MS = HOUR_MS;
const LONGEST_DETAIL = 200;

type NeedRow = { id: number; orderId: number | null; at: number; dueAt: number | null };

type NeedGroup<Row> = {
  kind: NeedKind;
  table: string;
  /** FROM and WHERE clause. Must be covered by a partial index, so that counting is cheap. */
  from: string;
  params?: (now: number) => number[];
  columns: string;
  order: string;
  describe: (row: Row) => Pick<Need, "title" | "detail">;
};

type OrderRow = { number: string; email: string | null; currency: string; amount: number };
type NoteRow = OrderRow & { kind: NoteKind; noted: number | null; text: string | null };

const NOTE_COLUMNS = `order_notes.id, order_id AS orderId, order_notes.created_at AS at,
  due_at AS dueAt, kind, order_notes.amount AS noted, text,
  orders.number, orders.email, orders.currency, orders.total_amount AS amount`;
export const OPEN_NOTES = `FROM order_notes INDEXED BY order_notes_open JOIN orders ON orders.id = order_id
  WHERE done_at IS NULL`;
export const DISPUTES = "('dispute_open', 'renewal_dispute_open')";

const changedPasskeys: NeedGroup<{ email: string; name: string; change: PasskeyChange }> = {
  kind: "passkey_changes",
  table: "passkey_changes",
  from: `FROM passkey_changes INDEXED BY passkey_changes_open WHERE done_at IS NULL`,
  columns: "id, NULL AS orderId, created_at AS at, NULL AS dueAt, email, name, change",
  order: "created_at DESC, id DESC",
  describe: ({ email, name, change }) => ({
    title: `A passkey of ${email} was ${change}`,
    detail: name,
  }),
};

const disputes: NeedGroup<NoteRow> = {
  kind: "disputes",
  table: "order_notes",
  from: `${OPEN_NOTES} AND kind IN ${DISPUTES}`,
  columns: NOTE_COLUMNS,
  order: "due_at IS NULL, due_at, order_notes.id",
  describe: (row) => ({ title: `Dispute of order ${row.number}`, detail: noteOf(row) }),
};

const withdrawals: NeedGroup<OrderRow & { name: string; late: number; accepted: number }> = {
  kind: "withdrawals",
  table: "withdrawals",
  // A full refund leaves nothing to do.
  from: `FROM withdrawals INDEXED BY withdrawals_open JOIN orders ON orders.id = order_id
    WHERE done_at IS NULL AND (refunded_amount = 0 OR refunded_amount < total_amount)`,
  // Money must be returned within 14 days after the withdrawal arrived.
  columns: `withdrawals.id, order_id AS orderId, withdrawals.created_at AS at,
    withdrawals.created_at + ${REFUND_DAYS * DAY_MS} AS dueAt, name, late,
    terms_accepted_at IS NOT NULL AS accepted,
    orders.number, orders.email, orders.currency, orders.total_amount AS amount`,
  order: "withdrawals.created_at",
  describe: ({ number, name, late, accepted, ...order }) => ({
    title: `${name} withdrew from order ${number}`,
    detail: [
      buyerOf(order),
      ...(late ? ["after the withdrawal period"] : []),
      ...(accepted ? ["the buyer had agreed to immediate delivery"] : []),
    ].join(" · "),
  }),
};

export const OPEN_DOUBLES = `FROM orders INDEXED BY orders_double_open JOIN orders AS other ON other.id = orders.double_of_id
  WHERE orders.double_of_id IS NOT NULL AND orders.double_settled_at IS NULL
    AND orders.refunded_amount = 0`;

const doublePayments: NeedGroup<OrderRow & { other: string }> = {
  kind: "double_payments",
  table: "orders",
  from: OPEN_DOUBLES,
  columns: `orders.id, orders.id AS orderId, coalesce(orders.paid_at, orders.created_at) AS at,
    NULL AS dueAt, orders.number, orders.email, orders.currency, orders.total_amount AS amount,
    other.number AS other`,
  order: "orders.paid_at DESC",
  describe: ({ number, other, ...order }) => ({
    title: `Order ${number} may be a duplicate of ${other}`,
    detail: buyerOf(order),
  }),
};

const oddTotals: NeedGroup<NoteRow> = {
  kind: "odd_totals",
  table: "order_notes",
  from: `${OPEN_NOTES} AND kind NOT IN ${DISPUTES}`,
  columns: NOTE_COLUMNS,
  order: "order_notes.id DESC",
  describe: (row) => ({ title: `Note on order ${row.number}`, detail: noteOf(row) }),
};

// Excludes failed refunds with a later refund of the same item or order.
const failedRefunds: NeedGroup<OrderRow & { status: RefundStatus; error: string | null }> = {
  kind: "failed_refunds",
  table: "refunds",
  from: `FROM refunds CROSS JOIN orders ON orders.id = refunds.order_id
    WHERE refunds.id IN (
        SELECT id FROM refunds INDEXED BY refunds_failed WHERE status = 'failed' AND created_at > ?
        UNION ALL
        SELECT id FROM refunds INDEXED BY refunds_pending WHERE status = 'pending' AND created_at < ?)
      AND NOT EXISTS (SELECT 1 FROM refunds AS later WHERE later.order_id = refunds.order_id
        AND later.order_item_id IS refunds.order_item_id AND later.id > refunds.id)`,
  params: (now) => [recent(now), now - LONG_PENDING_MS],
  columns: `refunds.id, order_id AS orderId, refunds.created_at AS at, NULL AS dueAt,
    refunds.status, refunds.last_error AS error,
    orders.number, orders.email, orders.currency, refunds.amount`,
  order: "refunds.id DESC",
  describe({ status, amount, currency, number, error }) {
    const state = status === "failed" ? "was refused" : "is still pending";
    const title = `A refund of ${formatAmount(amount, currency)} for order ${number} ${state}`;
    return { title, detail: cut(error) };
  },
};

// Excludes mails to a corrected email, mails that were sent again, and deliveries of revoked items.
export const DEAD_MAILS = `FROM emails INDEXED BY emails_dead LEFT JOIN orders ON orders.id = emails.order_id
  WHERE emails.status = 'dead' AND emails.expires_at IS NULL AND emails.updated_at > ?
    AND (orders.id IS NULL OR emails.kind = 'address_changed' OR emails.recipient IS orders.email)
    AND (emails.kind <> 'delivery' OR coalesce((SELECT max(revoked_at IS NULL) FROM order_items
      WHERE order_items.order_id = orders.id), 1))
    AND NOT EXISTS (SELECT 1 FROM emails AS later WHERE later.order_id = emails.order_id
      AND later.kind = emails.kind AND later.id > emails.id AND later.status <> 'dead')`;

const deadMails: NeedGroup<{
  subject: string | null;
  mail: string;
  to: string;
  error: string | null;
}> = {
  kind: "dead_mails",
  table: "emails",
  from: DEAD_MAILS,
  params: (now) => [recent(now)],
  columns: `emails.id, emails.order_id AS orderId, emails.updated_at AS at, NULL AS dueAt,
    emails.subject, emails.kind AS mail, emails.recipient AS "to", emails.last_error AS error`,
  order: "emails.updated_at DESC",
  describe: ({ subject, mail, to, error }) => ({
    title: `“${subject ?? MAIL_NAMES[mail] ?? mail}” did not reach ${to}`,
    detail: cut(error),
  }),
};

const failedEvents: NeedGroup<{ type: string; attempts: number; error: string | null }> = {
  kind: "failed_events",
  table: "webhook_events",
  from: `FROM webhook_events INDEXED BY webhook_events_failed
    WHERE handled_at IS NULL AND attempts >= 3`,
  columns: `id, NULL AS orderId, created_at AS at, NULL AS dueAt, type, attempts,
    last_error AS error`,
  order: "created_at DESC",
  describe: ({ type, attempts, error }) => ({
    title: `${type} failed ${attempts} times`,
    detail: cut(error),
  }),
};

const unreadMessages: NeedGroup<{ name: string; subject: string | null; message: string }> = {
  kind: "unread_messages",
  table: "contact_submissions",
  from: `FROM contact_submissions INDEXED BY contact_submissions_new WHERE status = 'new'`,
  columns: "id, NULL AS orderId, created_at AS at, NULL AS dueAt, name, subject, message",
  order: "created_at DESC",
  describe: ({ name, subject, message }) => ({
    title: subject ? `${name}: ${subject}` : name,
    detail: cut(message),
  }),
};

/** Lists everything that needs the owner's attention, most urgent kind first. Omits empty kinds. */
export function listNeeds({ db, clock }: Pick<Deps, "db" | "clock">): Needs {
  const now = clock.now().getTime();
  const groups = [
    readGroup(db, changedPasskeys, now),
    readGroup(db, disputes, now),
    readGroup(db, withdrawals, now),
    readGroup(db, doublePayments, now),
    readGroup(db, oddTotals, now),
    readGroup(db, failedRefunds, now),
    readGroup(db, deadMails, now),
    readGroup(db, failedEvents, now),
    readGroup(db, unreadMessages, now),
  ].filter(({ count }) => count > 0);
  return { total: groups.reduce((sum, { count }) => sum + count, 0), groups };
}

function readGroup<Row>(
  { sqlite }: Pick<Reader, "sqlite">,
  { kind, table, from, params = () => [], columns, order, describe }: NeedGroup<Row>,
  now: number,
): Needs["groups"][number] {
  const values = params(now);
  const count = sqlite.prepare<unknown[], number>(`SELECT count(*) ${from}`).pluck();
  const rows = sqlite.prepare<unknown[], Row & NeedRow>(
    `SELECT ${columns} ${from} ORDER BY ${order} LIMIT ${MOST_ROWS}`,
  );
  return {
    kind,
    count: count.get(...values) ?? 0,
    rows: rows.all(...values).map((row) => ({
      table,
      id: row.id,
      orderId: row.orderId,
      ...describe(row),
      at: new Date(row.at).toISOString(),
      dueAt: row.dueAt === null ? null : new Date(row.dueAt).toISOString(),
    })),
  };
}

function recent(now: number): number {
  return now - RECENT_DAYS * DAY_MS;
}

function noteOf({ kind, noted, text, currency, ...order }: NoteRow): string {
  const note = noteText({ kind, amount: noted, text }, currency);
  return `${note} ${buyerOf({ ...order, currency })}`;
}

function buyerOf({ email, amount, currency }: Omit<OrderRow, "number">): string {
  return [formatAmount(amount, currency), ...(email === null ? [] : [email])].join(" · ");
}

function cut(text: string | null): string | null {
  if (text === null || text.length <= LONGEST_DETAIL) return text;
  return `${text.slice(0, LONGEST_DETAIL - 1).toWellFormed()}…`;
}
