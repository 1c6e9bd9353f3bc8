import { and, asc, eq, gt, inArray, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Reader, Transaction } from "../../../db/client.ts";
import { givenNumber, prepared } from "../../../db/statements.ts";
import { type Author, insertRow } from "../../../db/record.ts";
import {
  files,
  fileVersions,
  type FileSnapshot,
  type OrderItem,
  orderItems,
  orders,
  productFiles,
} from "../../../db/schema.ts";
import type { PurchasedFile } from "../../contract/answers.ts";
import { DAY_MS } from "../../contract/time.ts";
import type { Viewer } from "../viewer.ts";
import { BOUGHT, isOneOf } from "../orders/order.ts";

/** Of an account's orders; mailed links of older ones go on working. */
const MOST_ORDERS = 500;

/** How long a guest's browser speaks for what it has ordered. */
export const BROWSER_SPEAKS_MS = 28 * DAY_MS;

/** A file as it stands now, whatever version it had when it was bought. */
export type CurrentFile = Omit<PurchasedFile, "url">;

/**
 * The condition under which an order item gives access at this time; joined with `orders`, which are
 * to be found by another condition: very many are paid.
 */
export function isGranted(now: Date | SQL): SQL {
  return and(
    isOneOf("paid"),
    isNotNull(orderItems.grantedAt),
    isNull(orderItems.revokedAt),
    or(isNull(orderItems.accessUntil), gt(orderItems.accessUntil, now)),
  ) as SQL;
}

/** The same for an item that has been read already. */
export function givesAccess(
  item: Pick<OrderItem, "grantedAt" | "revokedAt" | "accessUntil">,
  now: Date,
): boolean {
  if (item.grantedAt === null || item.revokedAt !== null) return false;
  return item.accessUntil === null || item.accessUntil > now;
}

/** The items of an order that give access at this time, in the order in which they were bought. */
export function listGrantedItems(
  db: Pick<Reader, "select">,
  { orderId, now }: { orderId: number; now: Date },
) {
  return db
    .select({ item: orderItems })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(and(isGranted(now), eq(orders.id, orderId)))
    .orderBy(asc(orderItems.id))
    .all()
    .map((row) => row.item);
}

type Owned = { userId: number | null; email: string | null };

/** Says whether an order belongs to this account: its own, and what its email bought. */
export function isOfUser({ userId, email }: Owned, user: Viewer["user"]): boolean {
  return user !== null && (userId === user.id || email === user.email);
}

/** Says whether an order belongs to this viewer, by browser or by signed-in account. */
export function isOwner(order: Owned & OfBrowser, viewer: Viewer, now: Date): boolean {
  return isBuyingBrowser(order, viewer, now) || isOfUser(order, viewer.user);
}

/**
 * The condition on `orders` that an account has bought it, or is about to: its own and what its
 * email bought, the newest of each. They are read through indexes of their own, so that neither
 * other people's orders nor checkouts that were never paid make it slow.
 */
export function boughtBy(user: { id: number | SQL; email: string | SQL }): SQL {
  const newest = (isTheirs: SQL) => sql`
    SELECT id FROM (
      SELECT ${orders.id} FROM ${orders} WHERE ${isTheirs} AND ${isOneOf(...BOUGHT)}
      ORDER BY ${orders.id} DESC LIMIT ${sql.raw(String(MOST_ORDERS))}
    )`;
  const own = newest(eq(orders.userId, user.id));
  const addressed = newest(eq(orders.email, user.email));
  return sql`${orders.id} IN (${own} UNION ALL ${addressed})`;
}

/** The same as `isOwner`, as a condition on `orders` that is read through their indexes. */
export function belongsTo(
  db: Pick<Reader, "select">,
  { browserHash, user }: Viewer,
  now: Date,
): SQL {
  return isOneOfOrders(
    db,
    or(
      browserHash !== null ? isOfBrowser(browserHash, user, now) : undefined,
      user ? belongsToUser(user) : undefined,
    ),
  );
}

/**
 * Whether the same buyer would pay again, as a condition on `orders`: what this browser has ordered
 * with or without the account counts too, though it speaks for less.
 */
export function isOfSameBuyer(db: Pick<Reader, "select">, { browserHash, user }: Viewer): SQL {
  const sameAccount = user ? or(isNull(orders.userId), eq(orders.userId, user.id)) : undefined;
  return isOneOfOrders(
    db,
    or(
      browserHash !== null ? and(eq(orders.browserHash, browserHash), sameAccount) : undefined,
      user ? belongsToUser(user) : undefined,
    ),
  );
}

function belongsToUser(user: { id: number; email: string }) {
  return or(eq(orders.userId, user.id), eq(orders.email, user.email));
}

function isOneOfOrders(db: Pick<Reader, "select">, condition: SQL | undefined): SQL {
  // Without browser and account there are none.
  if (!condition) return sql`false`;
  return inArray(orders.id, db.select({ id: orders.id }).from(orders).where(condition));
}

function isOfBrowser(browserHash: string, user: Viewer["user"], now: Date) {
  const isGuests = and(isNull(orders.userId), gt(orders.createdAt, spokenForSince(now)));
  const speaks = user ? or(isGuests, eq(orders.userId, user.id)) : isGuests;
  return and(eq(orders.browserHash, browserHash), speaks);
}

type OfBrowser = { browserHash: string | null; userId: number | null; createdAt: Date };

/**
 * A browser speaks for what it has ordered as a guest, for four weeks. An order with an account needs
 * its session besides.
 */
export function isBuyingBrowser(
  { browserHash, userId, createdAt }: OfBrowser,
  viewer: Viewer,
  now: Date,
): boolean {
  if (viewer.browserHash === null || browserHash !== viewer.browserHash) return false;
  if (userId === null) return createdAt > spokenForSince(now);
  return viewer.user?.id === userId;
}

/** The time of the oldest order that a guest's browser still speaks for. */
export function spokenForSince(now: Date): Date {
  return new Date(now.getTime() - BROWSER_SPEAKS_MS);
}

/**
 * The files that an order item opens, as they are now: what its product holds today, and what it
 * held when it was bought, so that no correction or clean-up takes it away.
 */
export function listItemFiles(
  db: Reader,
  item: { productId: number; files: FileSnapshot[] },
): CurrentFile[] {
  const current = filesOfProduct(db).all({ productId: item.productId });
  const missing = item.files
    .map((snapshot) => snapshot.fileId)
    .filter((fileId) => !current.some((file) => file.id === fileId));
  if (missing.length === 0) return current;
  return [...current, ...selectFiles(db).where(inArray(files.id, missing)).all()];
}

const filesOfProduct = prepared((db) =>
  selectFiles(db)
    .innerJoin(productFiles, eq(productFiles.fileId, files.id))
    .where(eq(productFiles.productId, givenNumber("productId")))
    .orderBy(asc(productFiles.position), asc(productFiles.id))
    .prepare(),
);

type NewItem = Pick<
  OrderItem,
  "orderId" | "productId" | "name" | "price" | "type" | "billingPeriod"
>;

/** Stores a line of an order, with the files that its product holds now; it gives no access yet. */
export function insertItem(tx: Transaction, item: NewItem, author: Author): OrderItem {
  return insertRow(tx, orderItems, { ...item, files: snapshotFiles(tx, item.productId) }, author);
}

/** The files of a product and their versions today. */
function snapshotFiles(db: Reader, productId: number): FileSnapshot[] {
  return db
    .select({ fileId: files.id, versionId: fileVersions.id })
    .from(files)
    .innerJoin(fileVersions, eq(fileVersions.id, files.currentVersionId))
    .innerJoin(productFiles, eq(productFiles.fileId, files.id))
    .where(eq(productFiles.productId, productId))
    .orderBy(asc(productFiles.position), asc(productFiles.id))
    .all();
}

/** The question for files as they are now. */
export function selectFiles(db: Pick<Reader, "select">) {
  return db
    .select({
      id: files.id,
      title: files.title,
      paper: files.paper,
      pages: fileVersions.pages,
      bytes: fileVersions.bytes,
      sha256: fileVersions.sha256,
    })
    .from(files)
    .innerJoin(fileVersions, eq(fileVersions.id, files.currentVersionId))
    .$dynamic();
}
