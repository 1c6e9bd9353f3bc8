import { randomInt } from "node:crypto";
import { and, asc, eq, sql } from "drizzle-orm";
import { withdrawals } from "../../../db/buyer-schema.ts";
import type { Reader, Transaction } from "../../../db/client.ts";
import { type Author, insertRow } from "../../../db/record.ts";
import {
  files,
  type FileSnapshot,
  fileVersions,
  type Order,
  type OrderItem,
  orderItems,
  orders,
  productFiles,
  products,
} from "../../../db/schema.ts";
import { prepared } from "../../../db/statements.ts";
import { MINUTE_MS } from "../../contract/time.ts";
import type { Checkout } from "../../ports/payments.ts";

/** Value of `next_check_at` that puts an order first in the queue. */
export const CHECK_FIRST = new Date(0);

const orderBySession = prepared((db) =>
  db
    .select()
    .from(orders)
    .where(eq(orders.sessionId, sql.placeholder("sessionId")))
    .prepare(),
);

export function findOrder(
  db: Pick<Reader, "select" | "sqlite">,
  sessionId: string,
): Order | undefined {
  return orderBySession(db).get({ sessionId });
}

const orderById = prepared((db) =>
  db
    .select()
    .from(orders)
    .where(eq(orders.id, sql.placeholder("id")))
    .prepare(),
);

export function findOrderById(
  db: Pick<Reader, "select" | "sqlite">,
  id: number,
): Order | undefined {
  return orderById(db).get({ id });
}

const itemsByOrder = prepared((db) =>
  db
    .select()
    .from(orderItems)
    .where(eq(orderItems.orderId, sql.placeholder("orderId")))
    .orderBy(asc(orderItems.id))
    .prepare(),
);

export function listItems(db: Pick<Reader, "select" | "sqlite">, orderId: number): OrderItem[] {
  return itemsByOrder(db).all({ orderId });
}

/**
 * Returns the amount paid for an item, or being paid, with tax. Returns the price for orders that
 * were created before amounts were stored.
 */
export function paidOf({ paidAmount, price }: Pick<OrderItem, "paidAmount" | "price">): number {
  return paidAmount ?? price;
}

/** Whether the whole payment was refunded; false for a free order. */
export function isRefundedInFull({
  refundedAmount,
  totalAmount,
}: Pick<Order, "refundedAmount" | "totalAmount">): boolean {
  return refundedAmount > 0 && refundedAmount >= totalAmount;
}

/** Whether a payment failed for good. Never for subscriptions: the provider retries their first payment. */
export function isRefused(db: Pick<Reader, "select">, { id, status, sessionId }: Order): boolean {
  if (status !== "failed" || sessionId === null) return false;
  const isSubscription = and(eq(orderItems.orderId, id), eq(orderItems.type, "subscription"));
  return !db.select({ id: orderItems.id }).from(orderItems).where(isSubscription).get();
}

type NewItem = Pick<
  OrderItem,
  "orderId" | "productId" | "name" | "price" | "type" | "billingPeriod"
> &
  Partial<
    Pick<
      OrderItem,
      | ("creditAmount" | "creditedItemId" | "paidAmount")
      | ("grantedAt" | "accessUntil" | "revokedAt" | "revokeReason")
    >
  >;

/** Adds an item with the product's current files and licence. */
export function insertItem(tx: Transaction, item: NewItem, author: Author): OrderItem {
  const { productId } = item;
  const product = licenceOf(tx).get({ productId });
  const current: FileSnapshot[] = currentFiles(tx).all({ productId });
  const snapshot = { licence: product?.licence, files: current };
  return insertRow(tx, orderItems, { ...item, ...snapshot }, author);
}

const licenceOf = prepared((db) =>
  db
    .select({ licence: products.licence })
    .from(products)
    .where(eq(products.id, sql.placeholder("productId")))
    .prepare(),
);

const currentFiles = prepared((db) =>
  db
    .select({ fileId: files.id, versionId: fileVersions.id })
    .from(files)
    .innerJoin(fileVersions, eq(fileVersions.id, files.currentVersionId))
    .innerJoin(productFiles, eq(productFiles.fileId, files.id))
    .where(eq(productFiles.productId, sql.placeholder("productId")))
    .orderBy(asc(productFiles.position), asc(productFiles.id))
    .prepare(),
);

export function findWithdrawal(db: Pick<Reader, "select">, orderId: number) {
  return db.select().from(withdrawals).where(eq(withdrawals.orderId, orderId)).get();
}

/** Whether the buyer withdrew from the order before the item's files could be opened. */
export function isWithheld(
  db: Pick<Reader, "select">,
  { orderId, accessFrom, grantedAt }: OrderItem,
): boolean {
  const opensAt = accessFrom ?? grantedAt;
  const withdrawal = opensAt && findWithdrawal(db, orderId);
  return withdrawal ? withdrawal.createdAt < opensAt : false;
}

/** Interval of asking for an invoice that the provider had not made at the payment. */
export const INVOICE_RETRY_MS = 5 * MINUTE_MS;

/** Returns when to ask again for an invoice that the provider had not made at the payment. */
export function nextInvoiceCheck({ awaitsInvoice }: Checkout, now: Date): Date | null {
  return awaitsInvoice ? new Date(now.getTime() + INVOICE_RETRY_MS) : null;
}

// Without characters that are easily confused, such as 0/O, 1/I/L and U/V.
const LETTERS = "23456789ABCDEFGHJKMNPQRSTWXYZ";
const NUMBER = new RegExp(`^[${LETTERS}]{4}-[${LETTERS}]{4}$`);
const START = new RegExp(`^[${LETTERS}]{2,8}$`);
const BEFORE = String.raw`(?<![\p{L}\p{N}])`;
const AFTER = String.raw`(?![\p{L}\p{N}])`;
/** Patterns of an order number in a text: first in the shop's format, then with any separators. */
const NUMBER_PATTERNS = [
  new RegExp(`${BEFORE}[${LETTERS}]{4}\\p{Pd}?[${LETTERS}]{4}${AFTER}`, "u"),
  new RegExp(`${BEFORE}(?:[${LETTERS}][^\\p{L}\\p{N}]*){7}[${LETTERS}]${AFTER}`, "u"),
];

/** A new order number such as "K7QM-3XRT". It is random, so it does not reveal the number of sales. */
export function newOrderNumber(): string {
  const letters = Array.from({ length: 8 }, () => LETTERS[randomInt(LETTERS.length)]);
  return `${letters.slice(0, 4).join("")}-${letters.slice(4).join("")}`;
}

export function isOrderNumber(text: string): boolean {
  return NUMBER.test(text);
}

/** Returns the order number in typed text: "K7QM-3XRT" for "Order k7qm 3xrt". */
export function findOrderNumber(text: string): string | undefined {
  const typed = text.toUpperCase();
  const [number] = NUMBER_PATTERNS.flatMap((pattern) => pattern.exec(typed) ?? []);
  return number === undefined ? undefined : hyphenated(onlyLetters(number));
}

/** Returns the order number in a search text, or the start of one; null if it has neither. */
export function findOrderNumberStart(text: string): string | null {
  const number = findOrderNumber(text);
  if (number !== undefined) return number;
  const letters = onlyLetters(text.toUpperCase());
  return START.test(letters) ? hyphenated(letters) : null;
}

function onlyLetters(typed: string): string {
  return typed.replaceAll(/[^\p{L}\p{N}]/gu, "");
}

function hyphenated(letters: string): string {
  return letters.length > 4 ? `${letters.slice(0, 4)}-${letters.slice(4)}` : letters;
}
