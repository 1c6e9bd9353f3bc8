import { eq } from "drizzle-orm";
import type { Db, Transaction } from "../client.ts";
import { type Author, insertRow, updateRow } from "../record.ts";
import { files, fileVersions, productFiles, products } from "../schema.ts";
import * as catalogue from "./catalogue.ts";
import { renderPdf } from "./printables/render-pdf.ts";
import { makeVolume } from "./printables/volumes.ts";

type Options = {
  db: Db;
  /** Stores bytes and returns their SHA-256 in hex. */
  saveFile: (bytes: Uint8Array) => Promise<string>;
  now: Date;
  /** Told of each finished file, of all. */
  onProgress?: (done: number, total: number) => void;
};

type MadeFile = { slug: string; sha256: string; bytes: number; pages: number };

/** A file of the shop; `isNew` when this run has brought it. */
type StoredFile = { id: number; isNew: boolean };

/**
 * Fills the demo catalogue: makes every printable, stores it, and adds what is missing. Run again it
 * changes nothing, except that a file whose content has changed gets a new version, and that a new
 * file joins its products. What the owner has edited stays as it is: a product's columns always, and
 * its files once they are not the catalogue's any more.
 */
export async function seedCatalogue(options: Options): Promise<void> {
  const made = await makeFiles(options);
  const author = { actor: "seed", now: options.now };
  options.db.write((tx) => {
    const stored = new Map(made.map((file) => [file.slug, storeFile(tx, file, author)]));
    for (const product of catalogue.products) storeProduct(tx, product, stored, author);
  });
}

/** Says whether the shop has no product yet. */
export function isCatalogueEmpty(db: Db): boolean {
  return db.select({ id: products.id }).from(products).get() === undefined;
}

async function makeFiles({ saveFile, onProgress }: Options): Promise<MadeFile[]> {
  const made: MadeFile[] = [];
  for (const { slug, volume: key, paper } of catalogue.files) {
    const volume = makeVolume(key);
    const bytes = await renderPdf({ volume, paper });
    const sha256 = await saveFile(bytes);
    made.push({ slug, sha256, bytes: bytes.byteLength, pages: volume.pages.length });
    onProgress?.(made.length, catalogue.files.length);
  }
  return made;
}

function storeFile(tx: Transaction, made: MadeFile, author: Author): StoredFile {
  const { slug, ...content } = made;
  const found = tx.select().from(files).where(eq(files.slug, slug)).get();
  const file = found ?? insertRow(tx, files, describeFile(slug), author);
  const stored = { id: file.id, isNew: !found };
  const current = tx
    .select()
    .from(fileVersions)
    .where(eq(fileVersions.id, file.currentVersionId ?? 0))
    .get();
  if (current?.sha256 === made.sha256) return stored;
  const version = insertRow(tx, fileVersions, { fileId: file.id, ...content }, author);
  updateRow(tx, files, file.id, { currentVersionId: version.id }, author);
  return stored;
}

function describeFile(slug: string) {
  const file = catalogue.files.find((candidate) => candidate.slug === slug);
  if (!file) throw new Error(`The catalogue has no file ${slug}.`);
  return { slug, title: file.title, paper: file.paper };
}

function storeProduct(
  tx: Transaction,
  product: catalogue.CatalogueProduct,
  stored: Map<string, StoredFile>,
  author: Author,
): void {
  const { files: slugs, cover, features, ...columns } = product;
  const listed = slugs.map((slug) => {
    const file = stored.get(slug);
    if (!file) throw new Error(`${product.name} names a file that is not made: ${slug}.`);
    return file;
  });
  const found = tx.select().from(products).where(eq(products.slug, product.slug)).get();
  if (found) {
    joinNewFiles(tx, found.id, listed, author);
    return;
  }
  const row = insertRow(
    tx,
    products,
    { ...columns, features: [...features], images: [`/pictures/${cover}-640.webp`] },
    author,
  );
  for (const [position, { id: fileId }] of listed.entries())
    insertRow(tx, productFiles, { productId: row.id, fileId, position }, author);
}

/** Adds files at the end of a product that still holds what the catalogue listed before them. */
function joinNewFiles(
  tx: Transaction,
  productId: number,
  listed: StoredFile[],
  author: Author,
): void {
  const held = tx.select().from(productFiles).where(eq(productFiles.productId, productId)).all();
  const before = listed.filter(({ isNew }) => !isNew).map(({ id }) => id);
  const isTheCatalogues =
    held.length > 0 &&
    held.length === before.length &&
    held.every(({ fileId }) => before.includes(fileId));
  if (!isTheCatalogues) return;
  let position = Math.max(...held.map((row) => row.position));
  for (const { id: fileId, isNew } of listed) {
    if (!isNew) continue;
    position += 1;
    insertRow(tx, productFiles, { productId, fileId, position }, author);
  }
}
