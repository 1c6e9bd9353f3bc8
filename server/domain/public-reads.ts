import { and, asc, eq, getTableName } from "drizzle-orm";
import type { Db, Reader } from "../../db/client.ts";
import {
  faqs,
  pages,
  settings,
  type Settings,
  testimonials,
  texts,
} from "../../db/content-schema.ts";
import type { Faq, Testimonial, TextPage } from "../contract/content.ts";
import type { Mode } from "../contract/site.ts";

/** A query whose result all visitors share, and the tables it reads. */
export type PublicRead<Value> = { tables: readonly string[]; read: (db: Reader) => Value };

/** Runs a public read. A cache records its tables and invalidates the answer when one of them changes. */
export type ReadPublic = <Value>(read: PublicRead<Value>) => Value;

const PICTURE = /^\/(?:uploads|pictures)(?:\/[\w-][\w.-]*)+\.(?:png|jpe?g|webp|avif|gif)$/i;

export function isShopPicture(path: string): boolean {
  return PICTURE.test(path);
}

const MAIL_TEXTS = "mail.";
const { id, text, author, role, image, gradient } = testimonials;

/** Path prefix of the portraits of placeholder testimonials. */
const DRAWN_PORTRAITS = "/pictures/portrait-";

const listTestimonials = (withPlaceholders: boolean) => {
  const isShown = (image: string) =>
    isShopPicture(image) && (withPlaceholders || !image.startsWith(DRAWN_PORTRAITS));
  return {
    tables: [getTableName(testimonials)],
    read: (db) =>
      db
        .select({ id, text, author, role, image, gradient })
        .from(testimonials)
        .where(
          and(
            eq(testimonials.active, true),
            withPlaceholders ? undefined : eq(testimonials.placeholder, false),
          ),
        )
        .orderBy(asc(testimonials.position), asc(id))
        .all()
        .map((row) => ({ ...row, image: isShown(row.image) ? row.image : "" })),
  } satisfies PublicRead<Testimonial[]>;
};

const allTestimonials = listTestimonials(true);
const realTestimonials = listTestimonials(false);

/** Visible testimonials, in order. Placeholders are visible in the demo only. */
export const testimonialList = (mode: Mode) =>
  mode === "demo" ? allTestimonials : realTestimonials;

/** Visible questions, in order. */
export const faqList = {
  tables: [getTableName(faqs)],
  read: (db) =>
    db
      .select({ id: faqs.id, question: faqs.question, answer: faqs.answer })
      .from(faqs)
      .where(eq(faqs.active, true))
      .orderBy(asc(faqs.position), asc(faqs.id))
      .all(),
} satisfies PublicRead<Faq[]>;

/** All text pages, the legal pages first. */
export const pageList = {
  tables: [getTableName(pages)],
  read: (db) =>
    db
      .select({
        slug: pages.slug,
        title: pages.title,
        body: pages.body,
        updatedOn: pages.updatedOn,
      })
      .from(pages)
      .orderBy(asc(pages.id))
      .all(),
} satisfies PublicRead<TextPage[]>;

/** Texts that replace a default, by name. */
export const textOverrides = {
  tables: [getTableName(texts)],
  read: (db) =>
    Object.fromEntries(
      db
        .select()
        .from(texts)
        .all()
        .map(({ name, value }) => [name, value]),
    ),
} satisfies PublicRead<Record<string, string>>;

/** Texts of pages that replace a default, by name. Leaves out mail texts to keep pages small. */
export const pageTexts = {
  tables: textOverrides.tables,
  read: (db) =>
    Object.fromEntries(
      Object.entries(textOverrides.read(db)).filter(([name]) => !name.startsWith(MAIL_TEXTS)),
    ),
} satisfies PublicRead<Record<string, string>>;

/** The stored settings, without overrides from environment variables; undefined before the first content is added. */
export const storedSettings = {
  tables: [getTableName(settings)],
  read: (db) => db.select().from(settings).get(),
} satisfies PublicRead<Settings | undefined>;

type ReadCache = {
  values: Map<PublicRead<unknown>, unknown>;
  /** SQLite's `data_version`, which changes with each commit of another process. */
  foreignVersion: unknown;
  readForeignVersion: () => unknown;
};
const caches = new WeakMap<Db, ReadCache>();

/**
 * Returns the result of a read from memory, until one of its tables changes. `read` must be the
 * same object at each call.
 */
export function readCached<Value>(db: Db, read: PublicRead<Value>): Value {
  // Bypass the cache, because uncommitted rows may be rolled back.
  if (db.sqlite.inTransaction) return read.read(db);
  const cache = caches.get(db) ?? openCache(db);
  const version = cache.readForeignVersion();
  if (version !== cache.foreignVersion) cache.values.clear();
  cache.foreignVersion = version;
  if (!cache.values.has(read)) cache.values.set(read, read.read(db));
  return cache.values.get(read) as Value;
}

function openCache(db: Db): ReadCache {
  const statement = db.sqlite.prepare("PRAGMA data_version").pluck();
  const values: ReadCache["values"] = new Map();
  const cache = { values, foreignVersion: undefined, readForeignVersion: () => statement.get() };
  db.onCommit((changed) => {
    for (const read of values.keys()) {
      if (read.tables.some((table) => changed.has(table))) values.delete(read);
    }
  });
  caches.set(db, cache);
  return cache;
}
