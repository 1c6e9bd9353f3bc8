import type { NoteKind, PasskeyChange, RefundStatus } from "../../../db/enums.ts";
import { noteText } from "../../contract/admin-answers.ts";
import { countOf, formatAmount } from "../../contract/format.ts";
import { ENGLISH } from "../../contract/language.ts";
import { DAY_MS, HOUR_MS } from "../../contract/time.ts";
import { cut, RECENT_MS, type RowFinder } from "./rows.ts";

const REFUND_DAYS = 14;
/** Pending refunds older than this need attention; the provider confirms most within minutes. */
const LONG_PENDING_MS = HOUR_MS;

type OrderRow = { number: string; email: string | null; currency: string; amount: number };
type NoteRow = OrderRow & { kind: NoteKind; noted: number | null; text: string | null };

const NOTE_COLUMNS = `order_notes.id, order_id AS orderId, order_notes.created_at AS at,
  due_at AS dueAt, kind, order_notes.amount AS noted, text,
  orders.number, orders.email, orders.currency, orders.total_amount AS amount`;
const OPEN_NOTES = `FROM order_notes INDEXED BY order_notes_open JOIN orders ON orders.id = order_id
  WHERE done_at IS NULL`;
const DISPUTES = "('dispute_open', 'renewal_dispute_open')";

export const changedPasskeys: RowFinder<{ email: string; name: string; change: PasskeyChange }> = {
  table: "passkey_changes",
  from: `FROM passkey_changes INDEXED BY passkey_changes_open WHERE done_at IS NULL`,
  columns: "id, NULL AS orderId, created_at AS at, NULL AS dueAt, email, name, change",
  order: "created_at DESC, id DESC",
  describe: ({ email, name, change }) => ({
    title: `A passkey of ${email} was ${change}`,
    detail: name,
  }),
};

export const disputes: RowFinder<NoteRow> = {
  table: "order_notes",
  from: `${OPEN_NOTES} AND kind IN ${DISPUTES}`,
  columns: NOTE_COLUMNS,
  order: "due_at IS NULL, due_at, order_notes.id",
  describe: (row) => ({ title: `Dispute of order ${row.number}`, detail: noteOf(row) }),
};

export const withdrawals: RowFinder<OrderRow & { name: string; late: number; accepted: number }> = {
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

export const duplicatePayments: RowFinder<OrderRow & { other: string }> = {
  table: "orders",
  from: `FROM orders INDEXED BY orders_double_open JOIN orders AS other ON other.id = orders.double_of_id
    WHERE orders.double_of_id IS NOT NULL AND orders.double_settled_at IS NULL
      AND orders.refunded_amount = 0`,
  columns: `orders.id, orders.id AS orderId, coalesce(orders.paid_at, orders.created_at) AS at,
    NULL AS dueAt, orders.number, orders.email, orders.currency, orders.total_amount AS amount,
    other.number AS other`,
  order: "orders.paid_at DESC",
  describe: ({ number, other, ...order }) => ({
    title: `Order ${number} may be a duplicate of ${other}`,
    detail: buyerOf(order),
  }),
};

export const orderNotes: RowFinder<NoteRow> = {
  table: "order_notes",
  from: `${OPEN_NOTES} AND kind NOT IN ${DISPUTES}`,
  columns: NOTE_COLUMNS,
  order: "order_notes.id DESC",
  describe: (row) => ({ title: `Note on order ${row.number}`, detail: noteOf(row) }),
};

// Excludes failed refunds with a later refund of the same item or order.
export const failedRefunds: RowFinder<OrderRow & { status: RefundStatus; error: string | null }> = {
  table: "refunds",
  from: `FROM refunds CROSS JOIN orders ON orders.id = refunds.order_id
    WHERE refunds.id IN (
        SELECT id FROM refunds INDEXED BY refunds_failed WHERE status = 'failed' AND created_at > ?
        UNION ALL
        SELECT id FROM refunds INDEXED BY refunds_pending WHERE status = 'pending' AND created_at < ?)
      AND NOT EXISTS (SELECT 1 FROM refunds AS later WHERE later.order_id = refunds.order_id
        AND later.order_item_id IS refunds.order_item_id AND later.id > refunds.id)`,
  ages: [RECENT_MS, LONG_PENDING_MS],
  columns: `refunds.id, order_id AS orderId, refunds.created_at AS at, NULL AS dueAt,
    refunds.status, refunds.last_error AS error,
    orders.number, orders.email, orders.currency, refunds.amount`,
  order: "refunds.id DESC",
  describe({ status, amount, currency, number, error }) {
    const state = status === "failed" ? "was refused" : "is still pending";
    const title = `A refund of ${formatAmount(amount, currency, ENGLISH)} for order ${number} ${state}`;
    return { title, detail: cut(error) };
  },
};

export const unreadMessages: RowFinder<{ name: string; subject: string | null; message: string }> =
  {
    table: "contact_submissions",
    from: `FROM contact_submissions INDEXED BY contact_submissions_new WHERE status = 'new'`,
    columns: "id, NULL AS orderId, created_at AS at, NULL AS dueAt, name, subject, message",
    order: "created_at DESC",
    describe: ({ name, subject, message }) => ({
      title: subject ? `${name}: ${subject}` : name,
      detail: cut(message),
    }),
  };

export const newReviews: RowFinder<{ author: string; stars: number; text: string }> = {
  table: "testimonials",
  from: `FROM testimonials INDEXED BY testimonials_undecided WHERE undecided = 1 AND active = 0`,
  columns:
    "id, NULL AS orderId, created_at AS at, NULL AS dueAt, author, sent_stars AS stars, text",
  order: "created_at DESC",
  describe: ({ author, stars, text }) => ({
    title: `${author}: ${countOf(stars, "star")}`,
    detail: cut(text),
  }),
};

function noteOf({ kind, noted, text, currency, ...order }: NoteRow): string {
  const note = noteText({ kind, amount: noted, text }, currency);
  return `${note} ${buyerOf({ ...order, currency })}`;
}

function buyerOf({ email, amount, currency }: Omit<OrderRow, "number">): string {
  return [formatAmount(amount, currency, ENGLISH), ...(email === null ? [] : [email])].join(" · ");
}
