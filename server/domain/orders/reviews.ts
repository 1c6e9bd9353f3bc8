import { and, asc, eq, inArray, isNotNull, isNull } from "drizzle-orm";
import { testimonials } from "../../../db/content-schema.ts";
import type { Reader, Transaction } from "../../../db/client.ts";
import { type Author, eraseRows, insertRowOnce, updateRow } from "../../../db/record.ts";
import { type Order, orderItems, orderNotes, orders } from "../../../db/schema.ts";
import { REVIEW_PATH, type ReviewValues, type SentReview } from "../../contract/review.ts";
import { DAY_MS } from "../../contract/time.ts";
import type { Deps } from "../../deps.ts";
import { conflict } from "../../errors.ts";
import { isSigned, sign } from "../tokens.ts";
import { findWithdrawal, isRefundedInFull } from "./order.ts";
import { orderErrors } from "./refusals.ts";

const PURPOSE = "review";
/** Time after the payment in which a buyer can send a review. */
const OPEN_MS = 90 * DAY_MS;

type Db = Pick<Reader, "select">;
type LinkDeps = Pick<Deps, "clock" | "secret"> & { db: Db };

/** An order as its review link shows it. */
export type ReviewLink =
  | { state: "invalid" | "closed" }
  | { state: "open"; order: Order; products: string[] }
  | { state: "sent"; review: SentReview };

/** Returns the link to review an order. It ends when the order's email changes. */
export function reviewUrl(
  { config, secret }: Pick<Deps, "config" | "secret">,
  { number, linkEpoch }: Pick<Order, "number" | "linkEpoch">,
): string {
  const payload = `${number}.${linkEpoch}`;
  return `${config.publicUrl}${REVIEW_PATH}?token=${payload}.${sign(secret, PURPOSE, payload)}`;
}

const TOKEN = /^(([\dA-Z]{4}-[\dA-Z]{4})\.(\d{1,9}))\.([\w-]{43})$/;

/** Returns what a review link opens. Changes nothing. */
export function openReviewLink({ secret, clock, db }: LinkDeps, token: string): ReviewLink {
  const [, payload, number, epoch, signature] = TOKEN.exec(token) ?? [];
  if (!payload || !number || !signature) return { state: "invalid" };
  if (!isSigned(secret, PURPOSE, payload, signature)) return { state: "invalid" };
  const order = db.select().from(orders).where(eq(orders.number, number)).get();
  if (!order || order.linkEpoch !== Number(epoch)) return { state: "closed" };
  const products = reviewedProducts(db, order);
  if (products.length === 0 || isTooOld(order, clock.now())) return { state: "closed" };
  const review = findReview(db, order.id);
  return review ? { state: "sent", review } : { state: "open", order, products };
}

/** Stores a buyer's review as a hidden testimonial; if the order has one, nothing changes. */
export function sendReview(
  deps: Pick<Deps, "db" | "clock" | "secret">,
  token: string,
  { stars, text, name }: ReviewValues,
): ReviewLink {
  const author = { actor: "buyer", now: deps.clock.now() };
  return deps.db.write((tx) => {
    const link = openReviewLink({ ...deps, db: tx }, token);
    if (link.state !== "open") return link;
    const review = { stars: Number(stars), text, name };
    const sent = { sentText: text, sentStars: review.stars, orderId: link.order.id };
    const row = { text, stars: review.stars, author: name, active: false, undecided: true };
    insertRowOnce(tx, testimonials, { ...row, ...sent }, author);
    return { state: "sent", review };
  });
}

/**
 * Returns the names of the products of an order that its buyer can review; empty for an order that
 * was free, a gift, imported, refunded in full, withdrawn from or disputed, or of a deleted account.
 */
export function reviewedProducts(db: Db, order: Order): string[] {
  const isPaid = order.status === "paid" && order.totalAmount > 0 && !isRefundedInFull(order);
  const isOwn = order.source === "own" && order.giftTo === null && order.accountDeletedAt === null;
  if (!isPaid || !isOwn || findWithdrawal(db, order.id) || isDisputed(db, order.id)) return [];
  return listKept(db, order.id).map(({ name }) => name);
}

/** Returns the time from which all items of an order can be opened. */
export function openedAt(db: Db, { id, paidAt, createdAt }: Order): Date {
  const starts = listKept(db, id).map(({ accessFrom }) => accessFrom?.getTime() ?? 0);
  return new Date(Math.max((paidAt ?? createdAt).getTime(), ...starts));
}

/** Shows a review that waits for the owner, or keeps it hidden. Throws AppError `conflict` for others. */
export function decideReview(
  tx: Transaction,
  { id, isShown, author }: { id: number; isShown: boolean; author: Author },
): void {
  const isWaiting = and(eq(testimonials.undecided, true), eq(testimonials.active, false));
  const row = tx
    .select()
    .from(testimonials)
    .where(and(eq(testimonials.id, id), isWaiting))
    .get();
  if (!row) throw conflict(orderErrors.reviewDecided);
  updateRow(tx, testimonials, id, { undecided: false, active: isShown }, author);
}

/** Erases the review of an order, also where it is shown. */
export function eraseReview(tx: Transaction, orderId: number, author: Author): void {
  eraseRows(tx, testimonials, eq(testimonials.orderId, orderId), author);
}

export function hasReview(db: Db, orderId: number): boolean {
  return findReview(db, orderId) !== undefined;
}

/** The review of an order as its buyer sent it. */
function findReview(db: Db, orderId: number): SentReview | undefined {
  const { sentText, sentStars, author } = testimonials;
  const row = db
    .select({ text: sentText, stars: sentStars, name: author })
    .from(testimonials)
    .where(eq(testimonials.orderId, orderId))
    .get();
  return row && { text: row.text ?? "", stars: row.stars ?? 0, name: row.name };
}

function listKept(db: Db, orderId: number) {
  const { name, accessFrom, grantedAt, revokedAt } = orderItems;
  return db
    .select({ name, accessFrom })
    .from(orderItems)
    .where(and(eq(orderItems.orderId, orderId), isNotNull(grantedAt), isNull(revokedAt)))
    .orderBy(asc(orderItems.id))
    .all();
}

const DISPUTES = ["dispute_open", "renewal_dispute_open"] as const;

function isDisputed(db: Db, orderId: number): boolean {
  const { id, kind, causeGone } = orderNotes;
  // Open at the bank, even if the owner has marked the note as done.
  const isOpen = and(
    eq(orderNotes.orderId, orderId),
    inArray(kind, DISPUTES),
    eq(causeGone, false),
  );
  return db.select({ id }).from(orderNotes).where(isOpen).get() !== undefined;
}

function isTooOld({ paidAt, createdAt }: Order, now: Date): boolean {
  return now.getTime() - (paidAt ?? createdAt).getTime() > OPEN_MS;
}
