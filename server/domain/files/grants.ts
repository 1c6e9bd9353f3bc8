import { and, asc, eq, gt, inArray, isNotNull, isNull, lte, or, type SQL } from "drizzle-orm";
import type { Reader } from "../../../db/client.ts";
import { hasStatus } from "../../../db/order-status.ts";
import {
  files,
  type FileSnapshot,
  fileVersions,
  type OrderItem,
  orderItems,
  orders,
  productFiles,
} from "../../../db/schema.ts";
import { givenNumber, prepared } from "../../../db/statements.ts";
import type { PurchasedFile } from "../../contract/answers.ts";

/** A file in its current version, regardless of the version that was bought. */
export type CurrentFile = Omit<PurchasedFile, "url">;

// Three states of an item, each a subset of the one before: bought (its order is `PAID_OR_PROCESSING`),
// owned (paid, granted, not revoked, not ended), accessible (owned, and access has started).

/**
 * SQL condition for items that are accessible at `now`. Combine it with a more selective condition
 * on `orders`.
 */
export function whereAccessible(now: Date | SQL): SQL {
  const hasBegun = or(isNull(orderItems.accessFrom), lte(orderItems.accessFrom, now));
  return and(whereOwned(now), hasBegun) as SQL;
}

/** SQL condition for owned items: also those that wait for the end of the withdrawal period. */
export function whereOwned(now: Date | SQL): SQL {
  return and(
    hasStatus("paid"),
    isNotNull(orderItems.grantedAt),
    isNull(orderItems.revokedAt),
    or(isNull(orderItems.accessUntil), gt(orderItems.accessUntil, now)),
  ) as SQL;
}

type Grant = Pick<OrderItem, "grantedAt" | "revokedAt" | "accessUntil">;

/** Like `whereAccessible`, for an item of a paid order. */
export function isAccessible(item: Grant & Pick<OrderItem, "accessFrom">, now: Date): boolean {
  return isOwned(item, now) && (item.accessFrom === null || item.accessFrom <= now);
}

/** Returns when future access to an owned item starts, as ISO 8601, or null. */
export function accessStartOf(
  item: Grant & Pick<OrderItem, "accessFrom">,
  now: Date,
): string | null {
  if (!isOwned(item, now) || isAccessible(item, now)) return null;
  return item.accessFrom?.toISOString() ?? null;
}

/** Like `whereOwned`, for an item of a paid order. */
export function isOwned(item: Grant, now: Date): boolean {
  if (item.grantedAt === null || item.revokedAt !== null) return false;
  return item.accessUntil === null || item.accessUntil > now;
}

export function listGrantedItems(
  db: Pick<Reader, "select">,
  { orderId, now }: { orderId: number; now: Date },
) {
  return db
    .select({ item: orderItems })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(and(whereAccessible(now), eq(orders.id, orderId)))
    .orderBy(asc(orderItems.id))
    .all()
    .map((row) => row.item);
}

/** Current files of an item: those of its product and those it had when bought. */
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
