import { eq } from "drizzle-orm";
import type { Db, Transaction } from "../client.ts";
import { type Author, insertRow, updateRow } from "../record.ts";
import { files, fileVersions, productFiles, products } from "../schema.ts";
import { type CatalogueProduct, products as catalogue } from "./catalogue.ts";
import type { Printable } from "./printables.ts";

type SeedInput = {
  db: Db;
  printables: readonly Printable[];
  readPrintable: (printable: Printable) => Promise<Uint8Array>;
  /** Stores a file and returns its SHA-256 in hex. */
  saveFile: (bytes: Uint8Array) => Promise<string>;
  now: Date;
};

type StoredFile = { id: number; isNew: boolean; path: string };

/** Adds missing files and products; changed files get a new version. Keeps the owner's changes. */
export async function seedCatalogue(input: SeedInput): Promise<void> {
  const { db, printables, readPrintable, saveFile, now } = input;
  for (const printable of printables) {
    const sha256 = await saveFile(await readPrintable(printable));
    if (sha256 !== printable.sha256)
      throw new Error(`${printable.file} is not the file that its manifest lists.`);
  }
  const author = { actor: "seed", now };
  db.write((tx) => {
    const stored = new Map(
      printables.map((printable) => [printable.slug, storeFile(tx, printable, author)]),
    );
    const added = catalogue.filter((product) => storeProduct(tx, product, stored, author));
    for (const { slug, upgradesFrom } of added) {
      const upgradesFromId = upgradesFrom && findProduct(tx, upgradesFrom)?.id;
      const id = upgradesFromId && findProduct(tx, slug)?.id;
      if (id) updateRow(tx, products, id, { upgradesFromId }, author);
    }
  });
}

function storeFile(tx: Transaction, printable: Printable, author: Author): StoredFile {
  const { slug, title, paper, sha256, bytes, pages } = printable;
  const found = tx.select().from(files).where(eq(files.slug, slug)).get();
  const file = found ?? insertRow(tx, files, { slug, title, paper }, author);
  const path = `/uploads/${sha256}/${slug}.pdf`;
  const stored = { id: file.id, isNew: !found, path };
  const current = tx
    .select()
    .from(fileVersions)
    .where(eq(fileVersions.id, file.currentVersionId ?? 0))
    .get();
  if (current?.sha256 === sha256) return stored;
  const version = insertRow(tx, fileVersions, { fileId: file.id, sha256, bytes, pages }, author);
  updateRow(tx, files, file.id, { currentVersionId: version.id }, author);
  return stored;
}

function findProduct(tx: Transaction, slug: string) {
  return tx.select().from(products).where(eq(products.slug, slug)).get();
}

/** Stores a product with its files. Returns false if the shop already has one with this slug. */
function storeProduct(
  tx: Transaction,
  product: CatalogueProduct,
  stored: Map<string, StoredFile>,
  author: Author,
): boolean {
  const { files: slugs, cover, features, sample, upgradesFrom: _, ...columns } = product;
  const listed = slugs.map((slug) => {
    const file = stored.get(slug);
    if (!file) throw new Error(`${product.name} names a file that is not made: ${slug}.`);
    return file;
  });
  const found = findProduct(tx, product.slug);
  if (found) {
    joinNewFiles(tx, found.id, listed, author);
    return false;
  }
  const shown = {
    features: [...features],
    images: [`/pictures/${cover}-640.webp`],
    sample: stored.get(sample ?? "")?.path,
  };
  const row = insertRow(tx, products, { ...columns, ...shown }, author);
  for (const [position, { id: fileId }] of listed.entries())
    insertRow(tx, productFiles, { productId: row.id, fileId, position }, author);
  return true;
}

/** Appends new files to a product, unless the owner has changed its files. */
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
