import { and, asc, eq, inArray, max } from "drizzle-orm";
import type { Reader } from "../../db/client.ts";
import { changes, products } from "../../db/schema.ts";
import type { Product } from "../contract/answers.ts";

const productColumns = {
  id: products.id,
  name: products.name,
  description: products.description,
  price: products.price,
  currency: products.currency,
  listPrice: products.listPrice,
  images: products.images,
  type: products.type,
  billingPeriod: products.billingPeriod,
  features: products.features,
  badge: products.badge,
  position: products.position,
};

const PICTURE = /^\/(?:uploads|pictures)(?:\/[\w-][\w.-]*)+\.(?:png|jpe?g|webp|avif|gif)$/i;

/** Whether a text is the path of a picture of this store (decision: own-pictures). */
export function isShopPicture(path: string): boolean {
  return PICTURE.test(path);
}

/** The products on sale, in display order. */
export function listProducts(db: Reader): Product[] {
  return db
    .select(productColumns)
    .from(products)
    .where(eq(products.active, true))
    .orderBy(asc(products.position), asc(products.id))
    .all()
    .map(withShopPictures);
}

/** The products on sale among `ids`; those unknown or switched off are missing from the answer. */
export function listProductsById(db: Reader, ids: number[]): Product[] {
  return db
    .select(productColumns)
    .from(products)
    .where(and(eq(products.active, true), inArray(products.id, ids)))
    .all()
    .map(withShopPictures);
}

/** Products stored before pictures were validated may contain any text. */
function withShopPictures(product: Product): Product {
  return { ...product, images: product.images.filter(isShopPicture) };
}

/** Says whether the shop has no product yet, neither on sale nor switched off. */
export function isCatalogueEmpty(db: Reader): boolean {
  return db.select({ id: products.id }).from(products).limit(1).get() === undefined;
}

/** A number that grows with every change of the catalogue: what was made from it can be kept. */
export function catalogueRevision(db: Reader): number {
  const newest = db
    .select({ id: max(changes.id) })
    .from(changes)
    .where(eq(changes.tableName, "products"))
    .get();
  return newest?.id ?? 0;
}
