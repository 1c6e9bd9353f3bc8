import { inArray } from "drizzle-orm";
import type { Db, Transaction } from "../client.ts";
import { faqs, pages, settings, testimonials, texts } from "../content-schema.ts";
import { type Author, deleteRow, insertRow } from "../record.ts";
import { firstFaqs, firstTestimonials } from "./first-landing.ts";
import { firstPages } from "./first-pages.ts";

/** Names of the texts that the imprint had before it was a page. */
const IMPRINT_TEXTS = ["imprint.title", "imprint.body"];

type FirstContent = {
  db: Db;
  firstSettings: Omit<typeof settings.$inferInsert, "createdAt" | "updatedAt">;
  now: Date;
};

/**
 * Adds the settings and the first content of a new shop, and the legal pages that a shop lacks. The
 * testimonials are marked as placeholders, because the people in them are fictional.
 */
export function fillContent({ db, firstSettings, now }: FirstContent): void {
  const author = { actor: "seed", now };
  const hasSettings = () => db.select({ id: settings.id }).from(settings).get() !== undefined;
  if (hasSettings() && findMissingPages(db).length === 0) return;
  db.write((tx) => {
    // Another process may have added them while this one waited for the lock.
    if (!hasSettings()) addFirstRows(tx, firstSettings, author);
    addMissingPages(tx, author);
  });
}

function addFirstRows(
  tx: Transaction,
  firstSettings: FirstContent["firstSettings"],
  author: Author,
): void {
  insertRow(tx, settings, firstSettings, author);
  for (const [index, testimonial] of firstTestimonials.entries()) {
    const image = `/pictures/portrait-${index + 1}-160.webp`;
    const row = { ...testimonial, image, position: index + 1, placeholder: true };
    insertRow(tx, testimonials, row, author);
  }
  for (const [index, faq] of firstFaqs.entries()) {
    insertRow(tx, faqs, { ...faq, position: index + 1 }, author);
  }
}

function findMissingPages(db: Pick<Db, "select">) {
  const stored = new Set(
    db
      .select({ slug: pages.slug })
      .from(pages)
      .all()
      .map(({ slug }) => slug),
  );
  return firstPages.filter(({ slug }) => !stored.has(slug));
}

/** Adds the missing legal pages. The owner's former texts of the imprint become its page. */
function addMissingPages(tx: Transaction, author: Author): void {
  const former = tx.select().from(texts).where(inArray(texts.name, IMPRINT_TEXTS)).all();
  const [title, body] = IMPRINT_TEXTS.map(
    (name) => former.find((text) => text.name === name)?.value,
  );
  for (const page of findMissingPages(tx)) {
    const own = page.slug === "imprint" && { title: title ?? page.title, body: body ?? page.body };
    insertRow(tx, pages, { ...page, ...own }, author);
  }
  for (const { id } of former) deleteRow(tx, texts, id, author);
}
