import type { Db } from "../../../db/client.ts";
import { faqs, pages, settings, testimonials } from "../../../db/content-schema.ts";
import { insertRow } from "../../../db/record.ts";
import { type Config, DEMO_SOCIAL, DEMO_SUPPORT } from "../../config.ts";
import { firstFaqs, firstTestimonials } from "../../../db/seed/first-landing.ts";
import { firstPages } from "../../../db/seed/first-pages.ts";

type FirstContent = { db: Db; mode: Config["mode"]; now: Date };

/**
 * Adds the settings and the first content, unless they exist. The testimonials are marked as
 * placeholders, because the people in them are fictional.
 */
export function fillContent({ db, mode, now }: FirstContent): void {
  const hasSettings = () => db.select({ id: settings.id }).from(settings).get() !== undefined;
  if (hasSettings()) return;
  const author = { actor: "seed", now };
  db.write((tx) => {
    // Another process may have added them while this one waited for the lock.
    if (hasSettings()) return;
    insertRow(tx, settings, firstSettings(mode), author);
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

/** Values of a new shop that differ from the columns' defaults. */
export function firstSettings(mode: Config["mode"]) {
  const brand = "Papercub";
  if (mode !== "demo") return { brand };
  return { brand, supportEmail: DEMO_SUPPORT, socialUrl: DEMO_SOCIAL, showTrustClaim: true };
}
