import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import { openDatabase } from "../../db/client.ts";
import { insertRow } from "../../db/record.ts";
import { fileVersions, orderItems, orders, productFiles } from "../../db/schema.ts";
import { pathsOf } from "../../server/data/data-dir.ts";
import { signLink } from "../../server/domain/files/links.ts";
import { diskFiles } from "../../server/integrations/disk-files.ts";
import { addProduct } from "./catalogue.ts";

/** Secret for a store over a folder filled by `sellFileIn`, so that the file link is valid. */
export const APP_SECRET = "a-secret-of-the-tests-0123456789-abcdef";
const LINK_MS = 3_600_000;
const NUMBER = "SOLD-0001";

type Shop = Parameters<typeof addProduct>[0];

/** Adds a product with one file of this size; returns its id. */
export function addLargeProduct(shop: Shop, bytes: number): Promise<number> {
  const content = `%PDF-1.4 ${randomBytes(bytes).toString("base64")}`.slice(0, bytes);
  return addProduct(shop, { name: "Large pack", contents: [content] });
}

/**
 * Sells a product with one file of this size. Returns the path of a file link that is valid for an
 * hour, and the file's hash. `secret` signs the link.
 */
export async function sellFile({ secret, ...shop }: Shop & { secret: string }, bytes: number) {
  const { db, now } = shop;
  const author = { actor: "test", now };
  const productId = await addLargeProduct(shop, bytes);
  const file = db
    .select({ id: productFiles.fileId, sha256: fileVersions.sha256 })
    .from(productFiles)
    .innerJoin(fileVersions, eq(fileVersions.fileId, productFiles.fileId))
    .where(eq(productFiles.productId, productId))
    .get();
  if (!file) throw new Error("The product has no file.");
  const epoch = db.write((tx) => {
    const sale = { number: NUMBER, status: "paid" as const, currency: "usd", paidAt: now };
    const order = insertRow(
      tx,
      orders,
      { ...sale, totalAmount: 100, email: "a@b.example" },
      author,
    );
    const item = { orderId: order.id, productId, name: "Large pack", price: 100, files: [] };
    insertRow(tx, orderItems, { ...item, type: "digital", grantedAt: now }, author);
    return order.linkEpoch;
  });
  const expiresAt = new Date(now.getTime() + LINK_MS);
  const token = signLink(secret, { orderNumber: NUMBER, productId, epoch, expiresAt });
  return { path: `/files/${file.id}/large.pdf?token=${token}`, sha256: file.sha256 };
}

/** Like `sellFile`, in a data folder; no store may be running on it. */
export async function sellFileIn(dataDir: string, bytes: number) {
  const paths = pathsOf(dataDir);
  const db = openDatabase(paths.database);
  try {
    const saveFile = diskFiles(paths).save;
    return await sellFile({ db, saveFile, secret: APP_SECRET, now: new Date() }, bytes);
  } finally {
    db.close();
  }
}
