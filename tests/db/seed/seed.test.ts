import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { type Db, openDatabase } from "../../../db/client.ts";
import { deleteRow, insertRow, updateRow } from "../../../db/record.ts";
import { changes, files, fileVersions, productFiles, products } from "../../../db/schema.ts";
import { products as catalogue } from "../../../db/seed/catalogue.ts";
import type { Printable } from "../../../db/seed/printables.ts";
import { seedCatalogue } from "../../../db/seed/seed.ts";

const OWNER = { actor: "admin:7", now: new Date("2026-11-21T08:00:00Z") };

test("stores nothing of a build whose files are not those of its manifest", async () => {
  const db = open();
  await expect(seed(db, () => Buffer.from("half a PDF"))).rejects.toThrow("month-1-a4.pdf");
  expect(db.select().from(changes).all()).toEqual([]);
});

/** Opens a shop that was seeded before bonuses existed and then edited by its owner. */
async function olderShop(): Promise<Db> {
  const db = open();
  const own = { name: "My own", slug: "dinosaur-busy-book", price: 500, type: "digital" } as const;
  db.write((tx) => insertRow(tx, products, { ...own, images: [], features: [] }, OWNER));
  await seed(db);
  db.write((tx) => {
    for (const slug of [
      "certificate-a4",
      "certificate-letter",
      "kids-badge-a4",
      "kids-badge-letter",
    ]) {
      const { id } = fileNamed(db, `colors-${slug}`);
      const joins = tx.select().from(productFiles).where(eq(productFiles.fileId, id)).all();
      const versions = tx.select().from(fileVersions).where(eq(fileVersions.fileId, id)).all();
      updateRow(tx, files, id, { currentVersionId: null }, OWNER);
      for (const join of joins) deleteRow(tx, productFiles, join.id, OWNER);
      for (const version of versions) deleteRow(tx, fileVersions, version.id, OWNER);
      deleteRow(tx, files, id, OWNER);
    }
    updateRow(tx, products, productNamed(db, "color-workbook").id, { price: 1800 }, OWNER);
    const { id: letter } = fileNamed(db, "colors-kids-letter");
    const join = tx.select().from(productFiles).where(eq(productFiles.fileId, letter)).get();
    deleteRow(tx, productFiles, join?.id ?? 0, OWNER);
  });
  return db;
}

test("seeding again adds new files behind those of their products, and keeps what the owner changed", async () => {
  const db = await olderShop();
  await seed(db);
  expect(slugsOf(db, "color-workbook")).toEqual([
    "colors-a4",
    "colors-letter",
    "colors-certificate-a4",
    "colors-certificate-letter",
  ]);
  expect(productNamed(db, "color-workbook")).toMatchObject({ price: 1800, version: 2 });
  // Seeding preserves the owner's edits: changed files, and a new product with a catalogue slug.
  expect(slugsOf(db, "color-workbook-for-kids")).toEqual(["colors-kids-a4"]);
  expect(slugsOf(db, "dinosaur-busy-book")).toEqual([]);
  expect(productNamed(db, "dinosaur-busy-book")).toMatchObject({ name: "My own", price: 500 });
  for (const slug of ["premium-pack", "advanced-pack", "printables-club"]) {
    const listed = catalogue.find((product) => product.slug === slug)?.files;
    expect(slugsOf(db, slug)).toEqual(listed);
  }

  const advanced = productNamed(db, "advanced-pack").id;
  expect(productNamed(db, "premium-pack").upgradesFromId).toBe(advanced);

  const before = db.select().from(changes).all().length;
  await seed(db);
  expect(db.select().from(changes).all()).toHaveLength(before);
});

function open(): Db {
  const db = openDatabase(":memory:");
  onTestFinished(db.close);
  return db;
}

const sha256 = (bytes: string | Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const saveFile = (bytes: Uint8Array) => Promise.resolve(sha256(bytes));

/** One fake printable per slug in the catalogue, with the slug as its content. */
const PRINTABLES = [...new Set(catalogue.flatMap((product) => product.files))].map(
  (slug): Printable => ({
    slug,
    title: slug,
    paper: slug.endsWith("a4") ? "a4" : "letter",
    file: `${slug}.pdf`,
    pages: 1,
    bytes: slug.length,
    sha256: sha256(slug),
  }),
);

function seed(db: Db, readPrintable = ({ slug }: Printable) => Buffer.from(slug)): Promise<void> {
  return seedCatalogue({
    db,
    printables: PRINTABLES,
    readPrintable: (printable) => Promise.resolve(readPrintable(printable)),
    saveFile,
    now: new Date("2026-11-20T08:00:00Z"),
  });
}

function fileNamed(db: Db, slug: string) {
  const file = db.select().from(files).where(eq(files.slug, slug)).get();
  if (!file) throw new Error(`There is no file ${slug}.`);
  return file;
}

function productNamed(db: Db, slug: string) {
  const product = db.select().from(products).where(eq(products.slug, slug)).get();
  if (!product) throw new Error(`There is no product ${slug}.`);
  return product;
}

/** Returns the slugs of a product's files, ordered by position. */
function slugsOf(db: Db, slug: string): string[] {
  return db
    .select({ slug: files.slug })
    .from(productFiles)
    .innerJoin(files, eq(files.id, productFiles.fileId))
    .where(eq(productFiles.productId, productNamed(db, slug).id))
    .orderBy(productFiles.position)
    .all()
    .map((row) => row.slug);
}
