import { and, count, desc, eq, gt, gte, inArray, isNotNull, lt, max, ne, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import type { Reader } from "../../../db/client.ts";
import { hasStatus, PAID_OR_PROCESSING } from "../../../db/order-status.ts";
import { orderItems, orderNotes, orders, sessions, users } from "../../../db/schema.ts";
import { contactSubmissions } from "../../../db/buyer-schema.ts";
import { renewals } from "../../../db/stats-schema.ts";
import type { CustomerPage, CustomerSum, RowList } from "../../contract/admin-answers.ts";
import type { Deps } from "../../deps.ts";
import { unknownRow } from "../../errors.ts";
import { listItemFiles } from "../files/grants.ts";
import { mailboxOf } from "../mails/contact.ts";
import { findOrderById } from "../orders/order.ts";
import { getTable } from "../tables/registry.ts";
import { findRow, selectRows } from "../tables/write.ts";
import { whereOwned } from "../viewer.ts";

/** Row limit of each list; the total is counted. */
const MOST_ROWS = 20;
/** Row limit of lists without a total, which are short for real customers. */
const MOST_OTHERS = 50;
const MOST_CANDIDATES = 100;

/** Condition on orders for the account and its email, which is what the account shows the buyer. */
const IS_THEIRS = "(orders.user_id = ? OR orders.email = ?)";
const THEIR_ORDERS = `SELECT orders.id FROM orders WHERE ${IS_THEIRS}`;
/** Mails to the customer's addresses or about their orders. */
const THEIR_MAILS = `emails.id IN (
  SELECT id FROM emails WHERE recipient IN (SELECT value FROM json_each(?))
  UNION SELECT id FROM emails WHERE order_id IN (${THEIR_ORDERS}))`;

type Customer = { userId: number | null; email: string | null };
type Page = Pick<CustomerPage, "emails"> & { db: Reader; customer: Customer; isTheirs: SQL };

/**
 * Everything about one customer, for an administrator. `id` is the id of an account, or
 * "order-17" or "message-17" for the buyer or sender, who may have no account. Throws AppError
 * `not_found`.
 */
export function getCustomerPage({ db, clock }: Pick<Deps, "db" | "clock">, id: string) {
  const customer = findCustomer(db, id);
  const { userId, email } = customer;
  // A subquery, so that SQLite does not read all orders of a status first.
  const isOwn = sql`(${orders.userId} = ${userId} OR ${orders.email} = ${email})`;
  const isTheirs = inArray(orders.id, db.select({ id: orders.id }).from(orders).where(isOwn));
  const emails = listEmails(db, { email, isTheirs });
  const page = { db, customer, isTheirs, emails };
  const newest = listOf(page, "orders", IS_THEIRS, [userId, email]);
  const isListed = "order_items.order_id IN (SELECT value FROM json_each(?))";
  const listed = JSON.stringify(newest.rows.map((order) => order.id));
  return {
    account: userId === null ? null : (findRow(db, getTable("users"), userId) ?? null),
    emails,
    sessions: countSessions(db, userId, clock.now()),
    sums: sumPayments(page),
    orders: newest,
    items: selectRows(db, getTable("order_items"), `${isListed} ORDER BY order_items.id`, [listed]),
    held: listHeld(page, clock.now()),
    codes: listCodes(page),
    notes: listNotes(page),
    messages: listMessages(page),
    mails: listMails(page),
    otherAccounts: listOtherAccounts(page),
  } satisfies CustomerPage;
}

/** Finds the account and email that an id of a customer's page refers to. */
function findCustomer(db: Reader, id: string): Customer {
  const [, kind, digits] = /^(?:(order|message)-)?(\d{1,15})$/.exec(id) ?? [];
  const { userId, email } = subjectOf(db, kind, Number(digits)) ?? {};
  const isIt = userId == null ? eq(users.email, email ?? "") : eq(users.id, userId);
  const account = db.select().from(users).where(isIt).get();
  if (account) return { userId: account.id, email: account.email };
  if (email == null) throw unknownRow();
  return { userId: null, email };
}

function subjectOf(
  db: Reader,
  kind: string | undefined,
  id: number,
): Partial<Customer> | undefined {
  if (kind === undefined) return { userId: id };
  if (kind === "order") return findOrderById(db, id);
  const { email } = contactSubmissions;
  return db.select({ email }).from(contactSubmissions).where(eq(contactSubmissions.id, id)).get();
}

/** The customer's email, then other emails of their orders, the latest first. */
function listEmails(
  db: Reader,
  { email, isTheirs }: Pick<Page, "isTheirs"> & Pick<Customer, "email">,
) {
  const others = db
    .select({ email: orders.email })
    .from(orders)
    .where(and(isTheirs, isNotNull(orders.email)))
    .groupBy(orders.email)
    .orderBy(desc(max(orders.id)))
    .limit(MOST_ROWS)
    .all();
  return [...new Set([email, ...others.map((order) => order.email)])].flatMap((each) => each ?? []);
}

function countSessions(db: Reader, userId: number | null, now: Date): number {
  if (userId === null) return 0;
  const isOpen = and(eq(sessions.userId, userId), gt(sessions.expiresAt, now));
  return db.select({ open: count() }).from(sessions).where(isOpen).get()?.open ?? 0;
}

/** Sums of paid orders and of renewals by currency, the largest first. A gift counts for its giver. */
function sumPayments({ db, customer: { userId, email }, isTheirs }: Page): CustomerSum[] {
  const paidBy = sql`(${orders.userId} = ${userId} OR ${orders.giverEmail} = ${email}
    OR (${orders.email} = ${email} AND ${orders.giftTo} IS NULL))`;
  const isPaid = inArray(orders.id, db.select({ id: orders.id }).from(orders).where(paidBy));
  const paid = db
    .select({
      currency: orders.currency,
      orders: count(),
      renewals: sql<number>`0`,
      paid: sql<number>`sum(${orders.totalAmount})`,
      refunded: sql<number>`sum(${orders.refundedAmount})`,
    })
    .from(orders)
    .where(and(isPaid, hasStatus("paid")))
    .groupBy(orders.currency)
    .all();
  const renewed = db
    .select({
      currency: renewals.currency,
      orders: sql<number>`0`,
      renewals: count(),
      paid: sql<number>`sum(${renewals.amount})`,
      refunded: sql<number>`sum(${renewals.refundedAmount})`,
    })
    .from(renewals)
    .where(inArray(renewals.orderId, db.select({ id: orders.id }).from(orders).where(isTheirs)))
    .groupBy(renewals.currency)
    .all();
  const groups = Map.groupBy([...paid, ...renewed], ({ currency }) => currency);
  return [...groups.values()]
    .map((sums) =>
      sums.reduce((one, other) => ({
        currency: one.currency,
        orders: one.orders + other.orders,
        renewals: one.renewals + other.renewals,
        paid: one.paid + other.paid,
        refunded: one.refunded + other.refunded,
      })),
    )
    .toSorted((one, other) => other.paid - one.paid);
}

/** Newest item of each product and licence that the customer owns, with its files. */
function listHeld({ db, isTheirs }: Page, now: Date): CustomerPage["held"] {
  const newest = db
    .select({ id: max(orderItems.id) })
    .from(orders)
    .innerJoin(orderItems, eq(orderItems.orderId, orders.id))
    .where(and(isTheirs, whereOwned(now)))
    .groupBy(orderItems.productId, orderItems.licence);
  const owned = db
    .select()
    .from(orderItems)
    .where(inArray(orderItems.id, newest))
    .orderBy(desc(orderItems.id))
    .limit(MOST_OTHERS)
    .all();
  return owned.flatMap((item) => {
    const row = findRow(db, getTable("order_items"), item.id);
    const files = listItemFiles(db, item).map(({ title }) => title);
    return row ? [{ item: row, files }] : [];
  });
}

/** Discount codes of bought orders, the latest first. */
function listCodes({ db, isTheirs }: Page): CustomerPage["codes"] {
  const bought = and(isTheirs, hasStatus(...PAID_OR_PROCESSING), isNotNull(orders.discountCode));
  return db
    .select({ code: sql<string>`${orders.discountCode}`, orders: count() })
    .from(orders)
    .where(bought)
    .groupBy(orders.discountCode)
    .orderBy(desc(max(orders.id)))
    .limit(MOST_OTHERS)
    .all();
}

/** Rows of a table, newest first, and their number. */
function listOf(
  { db }: Pick<Page, "db">,
  name: string,
  where: string,
  values: readonly (string | number | null)[],
  order = `${name}.id DESC`,
): RowList {
  const ordered = `${where} ORDER BY ${order} LIMIT ${MOST_ROWS}`;
  const rows = selectRows(db, getTable(name), ordered, values);
  return { total: countRows(db, `${name} WHERE ${where}`, values), rows };
}

function countRows({ sqlite }: Reader, from: string, values: readonly unknown[]): number {
  return Number(
    sqlite
      .prepare(`SELECT count(*) FROM ${from}`)
      .pluck()
      .get(...values),
  );
}

/** Notes of their orders, open ones first, with the number and currency of each order. */
function listNotes(page: Page): CustomerPage["notes"] {
  const { db, customer } = page;
  const where = `order_notes.order_id IN (${THEIR_ORDERS})`;
  const openFirst = "order_notes.done_at IS NOT NULL, order_notes.id DESC";
  const list = listOf(page, "order_notes", where, [customer.userId, customer.email], openFirst);
  const ids = list.rows.map((note) => note.id);
  const { id, number, currency } = orders;
  const ofNotes = db
    .selectDistinct({ id, number, currency })
    .from(orderNotes)
    .innerJoin(orders, eq(orders.id, orderNotes.orderId))
    .where(inArray(orderNotes.id, ids));
  return { ...list, orders: ofNotes.all() };
}

function listMessages(page: Page): RowList {
  const where = "contact_submissions.email IN (SELECT value FROM json_each(?))";
  return listOf(page, "contact_submissions", where, [JSON.stringify(page.emails)]);
}

/** Mails, undelivered ones first. */
function listMails(page: Page): CustomerPage["mails"] {
  const { userId, email } = page.customer;
  const values = [JSON.stringify(page.emails), userId, email];
  const dead = `emails WHERE ${THEIR_MAILS} AND likely(status = 'dead')`;
  const undelivered = countRows(page.db, dead, values);
  const deadFirst = "emails.status = 'dead' DESC, emails.id DESC";
  return { ...listOf(page, "emails", THEIR_MAILS, values, deadFirst), undelivered };
}

/** Other accounts that may belong to the same person. */
function listOtherAccounts(page: Page): CustomerPage["otherAccounts"] {
  const { db } = page;
  const byMailbox = listSameMailbox(page).map((id) => ({ id, link: "mailbox" as const }));
  const byOrder = listByOrder(page).map((id) => ({ id, link: "order" as const }));
  const byId = new Map([...byOrder, ...byMailbox].map((other) => [other.id, other]));
  return [...byId.values()].slice(0, MOST_ROWS).flatMap(({ id, link }) => {
    const account = findRow(db, getTable("users"), id);
    return account ? [{ account, link }] : [];
  });
}

/** Accounts whose email is another spelling of the same mailbox, such as "anna+shop@gmail.com". */
function listSameMailbox({ db, customer: { userId, email } }: Page): number[] {
  if (email === null) return [];
  const mailbox = mailboxOf(email);
  const start = mailbox.slice(0, mailbox.lastIndexOf("@"));
  const tagged = and(gte(users.email, `${start}+`), lt(users.email, `${start},`));
  const untagged = and(gte(users.email, `${start}@`), lt(users.email, `${start}A`));
  return [tagged, untagged]
    .flatMap((isAlike) =>
      db.select().from(users).where(isAlike).orderBy(users.email).limit(MOST_CANDIDATES).all(),
    )
    .filter((other) => other.id !== userId && mailboxOf(other.email) === mailbox)
    .map(({ id }) => id);
}

/** Accounts that share an order: it was bought by one of them, with the email of the other. */
function listByOrder({ db, customer: { userId, email }, emails }: Page): number[] {
  const isOther = ne(users.id, userId ?? 0);
  const named = db
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.email, emails), isOther));
  const buyers = db
    .selectDistinct({ id: users.id })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .where(and(eq(orders.email, email ?? ""), isOther))
    .limit(MOST_ROWS);
  return [...named.all(), ...buyers.all()].map(({ id }) => id);
}
