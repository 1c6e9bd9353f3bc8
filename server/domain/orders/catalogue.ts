import { and, asc, desc, eq, getTableName, inArray } from "drizzle-orm";
import type { Reader } from "../../../db/client.ts";
import { products } from "../../../db/schema.ts";
import type { Product } from "../../contract/answers.ts";
import { introOf } from "../content/markdown.ts";
import { isShopPicture, type PublicRead } from "../public-reads.ts";

const productColumns = {
  id: products.id,
  name: products.name,
  slug: products.slug,
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
  licence: products.licence,
  onLanding: products.onLanding,
  sample: products.sample,
};

/** Path of a product's sample, for every visitor. */
export function samplePath(slug: string): string {
  return `/samples/${slug}.pdf`;
}

/** Returns the address of a product's first picture, or null. */
export function pictureUrlOf(images: string[], { publicUrl }: { publicUrl: string }) {
  const picture = images.find(isShopPicture);
  return picture === undefined ? null : new URL(picture, publicUrl).href;
}

/** Products on sale, in display order. */
export const productList = {
  tables: [getTableName(products)],
  read: (db) =>
    db
      .select(productColumns)
      .from(products)
      .where(eq(products.active, true))
      .orderBy(asc(products.position), asc(products.id))
      .all()
      .map(toAnswer),
} satisfies PublicRead<Product[]>;

/** A product with its id at the provider; null unless a discount code is limited to it. */
export type SoldProduct = Product & { providerProductId: string | null };

export function listProductsById(db: Reader, ids: number[]): SoldProduct[] {
  return db
    .select({ ...productColumns, providerProductId: products.providerProductId })
    .from(products)
    .where(and(eq(products.active, true), inArray(products.id, ids)))
    .all()
    .map(toAnswer);
}

type ProductRow = Omit<Product, "slug" | "sampleUrl"> & { slug: string; sample: string | null };

/**
 * Returns a product as visitors see it in a list: the description is its introduction as plain text.
 * Filters picture URLs: products stored before validation was added may contain any text.
 */
function toAnswer<Row extends ProductRow>({ sample, ...product }: Row) {
  const images = product.images.filter(isShopPicture);
  const description = introOf(product.description);
  return { ...product, description, images, sampleUrl: sample ? samplePath(product.slug) : null };
}

/** Returns the currency of the first product on sale, else of any product; "usd" without products. */
export function shopCurrency(db: Pick<Reader, "select">): string {
  const { currency, active, position, id } = products;
  const sorted = db
    .select({ currency })
    .from(products)
    .orderBy(desc(active), asc(position), asc(id));
  return sorted.get()?.currency ?? "usd";
}

export function isCatalogueEmpty(db: Reader): boolean {
  return db.select({ id: products.id }).from(products).limit(1).get() === undefined;
}
