import { and, asc, eq, inArray } from "drizzle-orm";
import type { Reader } from "../../../db/client.ts";
import {
  files,
  type FileSnapshot,
  fileVersions,
  orderItems,
  orders,
  productFiles,
} from "../../../db/schema.ts";
import { givenNumber, prepared } from "../../../db/statements.ts";
import type { PurchasedFile } from "../../contract/answers.ts";
import { whereAccessible } from "../viewer.ts";

/** A file in its current version, regardless of the version that was bought. */
export type CurrentFile = Omit<PurchasedFile, "url">;

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
