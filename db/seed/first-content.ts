import { inArray } from "drizzle-orm";
import type { Db, Transaction } from "../client.ts";
import { faqs, pages, settings, testimonials, texts } from "../content-schema.ts";
import { type Author, deleteRow, insertRow } from "../record.ts";
import { firstFaqs, firstTestimonials, neutralFaqs } from "./first-landing.ts";
import { firstPages, neutralPages } from "./first-pages.ts";

/** Names of the texts that the imprint had before it was a page. */
const IMPRINT_TEXTS = ["imprint.title", "imprint.body"];

type FirstContent = {
  db: Db;
  firstSettings: Omit<typeof settings.$inferInsert, "createdAt" | "updatedAt">;
  now: Date;
};

/** The first questions and legal pages: those of the demo, or without claims about its products. */
const DEMO_CONTENT = { faqs: firstFaqs, pages: firstPages };
const NEUTRAL_CONTENT = { faqs: neutralFaqs, pages: neutralPages };

/**
 * Adds the settings and the first content of a new shop, and the legal pages that a shop lacks. The
 * testimonials are marked as placeholders, because the people in them are fictional.
 */
export function fillContent({ db, firstSettings, now }: FirstContent): void {
  const author = { actor: "seed", now };
  const content = firstSettings.demoContent === false ? NEUTRAL_CONTENT : DEMO_CONTENT;
  const hasSettings = () => db.select({ id: settings.id }).from(settings).get() !== undefined;
  if (hasSettings() && missingAmong(content.pages, db).length === 0) return;
  db.write((tx) => {
    // Another process may have added them while this one waited for the lock.
    if (!hasSettings()) {
      insertRow(tx, settings, firstSettings, author);
      addTestimonials(tx, author);
      for (const [index, faq] of content.faqs.entries())
        insertRow(tx, faqs, { ...faq, position: index + 1 }, author);
    }
    addMissingPages(tx, content.pages, author);
  });
}

function addTestimonials(tx: Transaction, author: Author): void {
  for (const [index, testimonial] of firstTestimonials.entries()) {
    const image = `/pictures/portrait-${index + 1}-160.webp`;
    const row = { ...testimonial, image, position: index + 1, placeholder: true };
    insertRow(tx, testimonials, row, author);
  }
}

/** Returns the pages of `list` that are not stored. */
function missingAmong(list: typeof firstPages, db: Pick<Db, "select">): typeof firstPages {
  const rows = db.select({ slug: pages.slug }).from(pages).all();
  const stored = new Set(rows.map(({ slug }) => slug));
  return list.filter(({ slug }) => !stored.has(slug));
}

/** Adds the missing legal pages. The owner's former texts of the imprint become its page. */
function addMissingPages(tx: Transaction, list: typeof firstPages, author: Author): void {
  const former = tx.select().from(texts).where(inArray(texts.name, IMPRINT_TEXTS)).all();
  const [title, body] = IMPRINT_TEXTS.map(
    (name) => former.find((text) => text.name === name)?.value,
  );
  for (const page of missingAmong(list, tx)) {
    const own = page.slug === "imprint" && { title: title ?? page.title, body: body ?? page.body };
    insertRow(tx, pages, { ...page, ...own }, author);
  }
  for (const { id } of former) deleteRow(tx, texts, id, author);
}
