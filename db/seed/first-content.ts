import type { Db } from "../client.ts";
import { faqs, pages, settings, testimonials } from "../content-schema.ts";
import { insertRow } from "../record.ts";
import { firstFaqs, firstTestimonials } from "./first-landing.ts";
import { firstPages } from "./first-pages.ts";

type FirstContent = {
  db: Db;
  firstSettings: Omit<typeof settings.$inferInsert, "createdAt" | "updatedAt">;
  now: Date;
};

/**
 * Adds the settings and the first content, unless they exist. The testimonials are marked as
 * placeholders, because the people in them are fictional.
 */
export function fillContent({ db, firstSettings, now }: FirstContent): void {
  const hasSettings = () => db.select({ id: settings.id }).from(settings).get() !== undefined;
  if (hasSettings()) return;
  const author = { actor: "seed", now };
  db.write((tx) => {
    // Another process may have added them while this one waited for the lock.
    if (hasSettings()) return;
    insertRow(tx, settings, firstSettings, author);
    for (const [index, testimonial] of firstTestimonials.entries()) {
      const image = `/pictures/portrait-${index + 1}-160.webp`;
      const row = { ...testimonial, image, position: index + 1, placeholder: true };
      insertRow(tx, testimonials, row, author);
    }
    for (const [index, faq] of firstFaqs.entries()) {
      insertRow(tx, faqs, { ...faq, position: index + 1 }, author);
    }
    for (const page of firstPages) insertRow(tx, pages, page, author);
  });
}
