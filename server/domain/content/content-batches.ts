import { eq } from "drizzle-orm";
import { pages } from "../../../db/content-schema.ts";
import type { Config } from "../../config.ts";
import {
  type Batch,
  type Faq,
  IMPRINT_SLUG,
  type ShownPage,
  type Testimonial,
} from "../../contract/content.ts";
import { fillTitle, placeholderValues } from "../../contract/placeholders.ts";
import { faqList, testimonialList, type PublicRead } from "../public-reads.ts";
import { renderMarkdown } from "./markdown.ts";
import { siteRead } from "../settings.ts";

// Rows on the landing page at first; the visitor can load more.
const FIRST = { testimonials: 10, faqs: 8 };
const NEXT = 50;
/** Level of headings in an answer, below the section's and the question's. */
const ANSWER_HEADING = 4;

/** Visible testimonials: the first ten, or those after a row's id. */
export function testimonialBatch(config: Config, after?: number): PublicRead<Batch<Testimonial>> {
  const site = siteRead(config);
  return {
    tables: site.tables,
    read(db) {
      const rows = site.read(db).testimonials ? testimonialList(config.mode).read(db) : [];
      return batchOf(rows, { first: FIRST.testimonials, after });
    },
  };
}

/** Visible questions with their answers as HTML: the first eight, or those after a row's id. */
export function faqBatch(config: Config, after?: number): PublicRead<Batch<Faq>> {
  const site = siteRead(config);
  return {
    tables: site.tables,
    read(db) {
      const shop = site.read(db);
      const values = placeholderValues(shop);
      const shownFaqs = shop.faqs ? faqList.read(db) : [];
      const { rows, more } = batchOf(shownFaqs, { first: FIRST.faqs, after });
      const shown = rows.map(({ id, question, answer }) => ({
        id,
        question: fillTitle(question, values),
        answer: renderMarkdown(answer, { values, top: ANSWER_HEADING }).html,
      }));
      return { rows: shown, more };
    },
  };
}

/** The page at `/{slug}` as HTML; null if there is none. */
export function shownPage(config: Config, slug: string): PublicRead<ShownPage | null> {
  const site = siteRead(config);
  return {
    tables: site.tables,
    read(db) {
      const shop = site.read(db);
      const page = db.select().from(pages).where(eq(pages.slug, slug)).get();
      if (!page || (slug === IMPRINT_SLUG && !shop.seller)) return null;
      const values = placeholderValues(shop);
      const { html, sections, summary } = renderMarkdown(page.body, { values });
      const title = fillTitle(page.title, values);
      return { title, summary, html, sections, updatedOn: page.updatedOn };
    },
  };
}

/** Returns the rows after the id `after`, or from the first row if that id does not exist. */
function batchOf<Row extends { id: number }>(
  rows: Row[],
  { first, after }: { first: number; after: number | undefined },
): Batch<Row> {
  const start = rows.findIndex(({ id }) => id === after) + 1;
  const end = start + (after === undefined ? first : NEXT);
  return { rows: rows.slice(start, end), more: end < rows.length };
}
