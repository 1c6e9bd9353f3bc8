import { and, asc, eq, gte, isNotNull, lt, ne, notExists, type SQL } from "drizzle-orm";
import { withdrawals } from "../../../db/buyer-schema.ts";
import type { Transaction } from "../../../db/client.ts";
import { type Author, eraseRows, redactRow } from "../../../db/record.ts";
import { emails, type Order, orderNotes, orders, refunds } from "../../../db/schema.ts";
import { refundEntries, renewals } from "../../../db/stats-schema.ts";
import { ORDER_RETENTION_YEARS } from "../../contract/account-deletion.ts";
import type { Deps } from "../../deps.ts";

/** Orders per transaction: each erases its mails, too. */
const ORDERS_A_STEP = 5;

/** Values of an order that identify the person who paid it. */
const PAYER = {
  customerName: null,
  taxId: null,
  invoiceUrl: null,
  checkoutUrl: null,
  recoveryUrl: null,
  customerId: null,
} as const;
/** Keeps `giftTo` set, so that the order is still a gift. */
const OWNER = { email: null, browserHash: null } as const;
const GIVER = { giverEmail: null, giverHash: null } as const;

/** Conditions of the orders to forget. They match the partial indexes on `paidAt`. */
const SIDES = [
  and(isNotNull(orders.accountDeletedAt), isNotNull(orders.email)),
  and(isNotNull(orders.giverDeletedAt), isNotNull(orders.giverEmail)),
];

/**
 * Erases who bought an order, once its account is deleted and its retention is over. Returns whether
 * there may be more.
 */
export function forgetBuyers({ db, clock }: Pick<Deps, "db" | "clock">): boolean {
  const author = { actor: "sweep", now: clock.now() };
  const before = retentionStart(author.now);
  return db.write((tx) => {
    const counts = SIDES.map((isDeleted) => {
      const expired = listOver(tx, isDeleted, before);
      for (const order of expired) forgetBuyer(tx, order, author);
      return expired.length;
    });
    return counts.includes(ORDERS_A_STEP);
  });
}

/** Payments before this time are forgotten: the retention begins with the end of their year. */
function retentionStart(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear() - ORDER_RETENTION_YEARS, 0, 1));
}

function listOver(tx: Transaction, isDeleted: SQL | undefined, before: Date): Order[] {
  const renewed = tx
    .select({ id: renewals.id })
    .from(renewals)
    .where(and(eq(renewals.orderId, orders.id), gte(renewals.paidAt, before)));
  const refunded = tx
    .select({ id: refundEntries.id })
    .from(refundEntries)
    .where(and(eq(refundEntries.orderId, orders.id), gte(refundEntries.createdAt, before)));
  return tx
    .select()
    .from(orders)
    .where(and(isDeleted, lt(orders.paidAt, before), notExists(renewed), notExists(refunded)))
    .orderBy(asc(orders.paidAt))
    .limit(ORDERS_A_STEP)
    .all();
}

/** Erases the deleted buyer, recipient or giver from an order; keeps its amounts. */
function forgetBuyer(tx: Transaction, order: Order, author: Author): void {
  const { id, email, giftTo, giverEmail } = order;
  const isOwnerGone = order.accountDeletedAt !== null;
  const isGiverGone = order.giverDeletedAt !== null;
  const isPayerGone = giftTo === null ? isOwnerGone : isGiverGone;
  const isAllGone = giftTo === null || (isOwnerGone && isGiverGone);
  // The other person of the gift. Mails to a former email of either may be the deleted person's.
  const remaining = isAllGone ? null : isOwnerGone ? giverEmail : email;
  const isTheirs = remaining === null ? undefined : ne(emails.recipient, remaining);
  eraseRows(tx, emails, and(eq(emails.orderId, id), isTheirs), author);
  if (isPayerGone) eraseTexts(tx, id, author);
  const patch = {
    ...(isOwnerGone && { ...OWNER, giftTo: giftTo && "" }),
    ...(isGiverGone && GIVER),
    ...(isPayerGone && PAYER),
  };
  redactRow(tx, orders, id, patch, author);
}

/** Erases the withdrawal of a payer, and texts of the owner about an order, which may name the payer. */
function eraseTexts(tx: Transaction, orderId: number, author: Author): void {
  eraseRows(tx, withdrawals, eq(withdrawals.orderId, orderId), author);
  const notes = and(eq(orderNotes.orderId, orderId), isNotNull(orderNotes.text));
  eraseRows(tx, orderNotes, notes, author);
  const reasoned = and(eq(refunds.orderId, orderId), isNotNull(refunds.reason));
  for (const refund of tx.select().from(refunds).where(reasoned).all()) {
    redactRow(tx, refunds, refund.id, { reason: null }, author);
  }
}
