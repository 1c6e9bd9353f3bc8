import { and, asc, eq, getTableColumns, inArray, isNotNull, isNull } from "drizzle-orm";
import { contactSubmissions, mailPreferences, withdrawals } from "../../../db/buyer-schema.ts";
import { testimonials } from "../../../db/content-schema.ts";
import {
  emails,
  identities,
  type Order,
  type OrderItem,
  orderItems,
  orders,
  type Refund,
  refunds,
  sessions,
  subscriptionRecords,
  users,
} from "../../../db/schema.ts";
import { maskEmail } from "../../contract/email.ts";
import type { Deps } from "../../deps.ts";
import { nextTurn } from "../../process/promises.ts";
import { deviceName } from "../sign-in/sessions.ts";
import { isOfAccount } from "./gifts.ts";

/** Orders per read, because other requests wait for it. */
const ORDERS_A_STEP = 20;
const INDENT = 2;

type Account = { id: number; email: string };
type Needs = Pick<Deps, "db">;

/** Yields the JSON of everything that is stored about a user, in parts. Internal ids are left out. */
export async function* accountJson({ db }: Needs, user: Account): AsyncGenerator<string> {
  const facts = Object.entries(accountFacts({ db }, user));
  yield "{\n";
  for (const [name, value] of facts) yield `"${name}": ${toJson(value)},\n`;
  yield `"orders": [\n`;
  let separator = "";
  const ids = listOrderIds({ db }, user);
  for (let at = 0; at < ids.length; at += ORDERS_A_STEP) {
    for (const order of ordersOf({ db }, user, ids.slice(at, at + ORDERS_A_STEP))) {
      yield separator + toJson(order);
      separator = ",\n";
    }
    await nextTurn();
  }
  yield "\n]\n}\n";
}

/** Numbers of the paid orders of a user, the oldest first. */
export function listPaidOrders({ db }: Needs, user: Account): string[] {
  const { id, number, paidAt } = orders;
  const isPaid = and(isOfAccount(db, user), isNotNull(paidAt));
  const query = db.select({ number }).from(orders).where(isPaid).orderBy(asc(id));
  return query.all().map((order) => order.number);
}

function toJson(value: unknown): string {
  return JSON.stringify(value, null, INDENT);
}

function listOrderIds({ db }: Needs, user: Account): number[] {
  const { id } = orders;
  const query = db.select({ id }).from(orders).where(isOfAccount(db, user)).orderBy(asc(id));
  return query.all().map((order) => order.id);
}

function accountFacts({ db }: Needs, { id, email }: Account) {
  const account = db.select().from(users).where(eq(users.id, id)).get();
  const { userAgent, createdAt, lastUsedAt, expiresAt } = sessions;
  const opened = db
    .select({ userAgent, createdAt, lastUsedAt, expiresAt })
    .from(sessions)
    .where(eq(sessions.userId, id))
    .all();
  const { issuer, subject } = identities;
  const { topic, wanted } = mailPreferences;
  const { status, currentPeriodEnd, endsAtPeriodEnd } = subscriptionRecords;
  const { id: _id, version: _version, ...message } = getTableColumns(contactSubmissions);
  return {
    account: account && {
      email: account.email,
      name: account.name,
      paper: account.paper,
      createdAt: account.createdAt,
      emailVerifiedAt: account.emailVerifiedAt,
    },
    sessions: opened.map((session) => ({ device: deviceName(session.userAgent), ...session })),
    externalLogins: db
      .select({ issuer, subject, createdAt: identities.createdAt })
      .from(identities)
      .where(eq(identities.userId, id))
      .all(),
    mailPreferences: db
      .select({ topic, wanted, updatedAt: mailPreferences.updatedAt })
      .from(mailPreferences)
      .where(eq(mailPreferences.email, email))
      .all(),
    subscriptions: db
      .select({ email: subscriptionRecords.email, status, currentPeriodEnd, endsAtPeriodEnd })
      .from(subscriptionRecords)
      .where(eq(subscriptionRecords.userId, id))
      .all(),
    messages: db
      .select(message)
      .from(contactSubmissions)
      .where(eq(contactSubmissions.email, email))
      .orderBy(asc(contactSubmissions.id))
      .all(),
    otherMails: db
      .select()
      .from(emails)
      .where(and(eq(emails.recipient, email), isNull(emails.orderId)))
      .orderBy(asc(emails.id))
      .all()
      .map(mailOf),
  };
}

function ordersOf({ db }: Needs, { email }: Account, ids: number[]) {
  const query = db.select().from(orders).where(inArray(orders.id, ids)).orderBy(asc(orders.id));
  const rows = {
    items: db.select().from(orderItems).where(inArray(orderItems.orderId, ids)).all(),
    refunds: db.select().from(refunds).where(inArray(refunds.orderId, ids)).all(),
    withdrawals: db.select().from(withdrawals).where(inArray(withdrawals.orderId, ids)).all(),
    mails: db.select().from(emails).where(inArray(emails.orderId, ids)).all(),
    reviews: db.select().from(testimonials).where(inArray(testimonials.orderId, ids)).all(),
  };
  return query.all().map((order) => {
    const ofOrder = <Row extends { orderId: number | null }>(list: Row[]) =>
      list.filter(({ orderId }) => orderId === order.id);
    const isGift = order.giftTo !== null;
    const isGiven = order.giverEmail === email;
    const addresses = isGiven ? [email] : [email, order.email];
    const { number, status, createdAt, paidAt } = order;
    return {
      number,
      status,
      createdAt,
      paidAt,
      // A recipient may have changed the email since, which a giver does not learn.
      email: isGiven ? maskEmail(order.email) : order.email,
      // A recipient learns nothing about the giver and the payment.
      ...((!isGift || isGiven) && paymentOf(order, ofOrder(rows.refunds))),
      reviews: ofOrder(rows.reviews).map(reviewOf),
      items: ofOrder(rows.items).map((item) => itemOf(item, { isPaid: !isGift || isGiven })),
      withdrawals: ofOrder(rows.withdrawals)
        .filter((each) => addresses.includes(each.email))
        .map(withdrawalOf),
      mails: ofOrder(rows.mails)
        .filter(({ recipient }) => addresses.includes(recipient))
        .map(mailOf),
    };
  });
}

function paymentOf(order: Order, paidBack: Refund[]) {
  return {
    giverEmail: order.giverEmail,
    name: order.customerName,
    country: order.country,
    taxId: order.taxId,
    currency: order.currency,
    totalAmount: order.totalAmount,
    taxAmount: order.taxAmount,
    discountAmount: order.discountAmount,
    discountCode: order.discountCode,
    refundedAmount: order.refundedAmount,
    refunds: paidBack.map(({ amount, status, createdAt }) => ({ amount, status, createdAt })),
    invoiceNumber: order.invoiceNumber,
    invoiceUrl: order.invoiceUrl,
    acceptedTerms: order.termsText,
    termsAcceptedAt: order.termsAcceptedAt,
    referrer: order.referrer,
    utmSource: order.utmSource,
    utmCampaign: order.utmCampaign,
  };
}

function itemOf(item: OrderItem, { isPaid }: { isPaid: boolean }) {
  const { name, type, billingPeriod, licence, quantity, price, paidAmount } = item;
  return {
    name,
    type,
    billingPeriod,
    licence,
    quantity,
    ...(isPaid && { price, paidAmount }),
    accessSince: item.grantedAt,
    accessUntil: item.accessUntil,
    accessEndedAt: item.revokedAt,
  };
}

function reviewOf(review: typeof testimonials.$inferSelect) {
  const { author: name, sentStars: stars, sentText: text, active: isShown, createdAt } = review;
  return { name, stars, text, isShown, createdAt };
}

function withdrawalOf(withdrawal: typeof withdrawals.$inferSelect) {
  const { name, email, statement, createdAt } = withdrawal;
  return { name, email, statement, createdAt };
}

function mailOf(mail: typeof emails.$inferSelect) {
  const { kind, recipient, subject, status, createdAt, sentAt } = mail;
  return { kind, recipient, subject, status, createdAt, sentAt };
}
