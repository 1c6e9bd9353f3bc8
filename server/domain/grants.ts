import { and, asc, eq, gt, inArray, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Reader } from "../../db/client.ts";
import {
  files,
  fileVersions,
  type FileSnapshot,
  orderItems,
  orders,
  productFiles,
} from "../../db/schema.ts";
import type { Paper } from "../contract/store.ts";

/** Who asks: a browser that bought, a signed-in person, or neither. */
export type Viewer = { browserHash: string | null; user: { id: number; email: string } | null };

/** A file as it stands now, whatever version it had when it was bought. */
export type CurrentFile = {
  id: number;
  title: string;
  paper: Paper | null;
  pages: number;
  bytes: number;
  sha256: string;
};

/** The condition under which an order item gives access at this time; joined with `orders`. */
export function isGranted(now: Date): SQL {
  return and(
    eq(orders.status, "paid"),
    isNotNull(orderItems.grantedAt),
    isNull(orderItems.revokedAt),
    or(isNull(orderItems.accessUntil), gt(orderItems.accessUntil, now)),
  ) as SQL;
}

/** The same for an item that has been read already. */
export function givesAccess(
  item: Pick<typeof orderItems.$inferSelect, "grantedAt" | "revokedAt" | "accessUntil">,
  now: Date,
): boolean {
  if (item.grantedAt === null || item.revokedAt !== null) return false;
  return item.accessUntil === null || item.accessUntil > now;
}

type Owned = { browserHash: string | null; userId: number | null; email: string | null };

/** Says whether an order belongs to this viewer, by browser or by signed-in account. */
export function isOwner(order: Owned, viewer: Viewer): boolean {
  if (isBuyingBrowser(order, viewer)) return true;
  if (viewer.user === null) return false;
  return order.userId === viewer.user.id || order.email === viewer.user.email;
}

/** The same for the account alone, as a condition on `orders`: its own, and what its address bought. */
export function belongsToUser(user: { id: number; email: string }): SQL {
  return or(eq(orders.userId, user.id), eq(orders.email, user.email)) as SQL;
}

/** The same by browser or account, read through their indexes: there are few orders of one buyer. */
export function belongsTo(db: Pick<Reader, "select">, { browserHash, user }: Viewer): SQL {
  const buyer = or(
    browserHash !== null ? isOfBrowser(browserHash, user) : undefined,
    user ? belongsToUser(user) : undefined,
  );
  // Without browser and account nothing belongs to anybody.
  if (!buyer) return sql`false`;
  return inArray(orders.id, db.select({ id: orders.id }).from(orders).where(buyer));
}

function isOfBrowser(browserHash: string, user: Viewer["user"]) {
  const own = eq(orders.browserHash, browserHash);
  return user ? and(own, or(isNull(orders.userId), eq(orders.userId, user.id))) : own;
}

/** The browser speaks for its orders, except where somebody else is signed in by now. */
export function isBuyingBrowser(
  { browserHash, userId }: Pick<Owned, "browserHash" | "userId">,
  viewer: Viewer,
): boolean {
  if (viewer.browserHash === null || browserHash !== viewer.browserHash) return false;
  return userId === null || viewer.user === null || viewer.user.id === userId;
}

/**
 * The files that an order item opens, as they are now: what its product holds today, and what it
 * held when it was bought, so that neither a correction nor a clean-up cuts a buyer off.
 */
export function listItemFiles(
  db: Reader,
  item: { productId: number; files: FileSnapshot[] },
): CurrentFile[] {
  const current = selectFiles(db)
    .innerJoin(productFiles, eq(productFiles.fileId, files.id))
    .where(eq(productFiles.productId, item.productId))
    .orderBy(asc(productFiles.position), asc(productFiles.id))
    .all();
  const missing = item.files
    .map((snapshot) => snapshot.fileId)
    .filter((fileId) => !current.some((file) => file.id === fileId));
  if (missing.length === 0) return current;
  return [...current, ...selectFiles(db).where(inArray(files.id, missing)).all()];
}

/** The files of a product and their versions today: what an order line remembers. */
export function snapshotFiles(db: Reader, productId: number): FileSnapshot[] {
  return db
    .select({ fileId: files.id, versionId: fileVersions.id })
    .from(files)
    .innerJoin(fileVersions, eq(fileVersions.id, files.currentVersionId))
    .innerJoin(productFiles, eq(productFiles.fileId, files.id))
    .where(eq(productFiles.productId, productId))
    .orderBy(asc(productFiles.position), asc(productFiles.id))
    .all();
}

function selectFiles(db: Reader) {
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
