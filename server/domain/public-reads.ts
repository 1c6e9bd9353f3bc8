import { and, asc, eq, getTableName, sql } from "drizzle-orm";
import type { Db, Reader } from "../../db/client.ts";
import {
  faqs,
  pages,
  settings,
  type Settings,
  testimonials,
  texts,
  VERIFIED,
} from "../../db/content-schema.ts";
import { products } from "../../db/schema.ts";
import { productPath } from "../contract/paths.ts";
import { prepared } from "../../db/statements.ts";
import { storeFacts } from "../../db/store-schema.ts";
import type { Faq, Testimonial, TextPage } from "../contract/content.ts";
import type { Mode } from "../contract/site.ts";
import type { Deps } from "../deps.ts";

/** A query whose result all visitors share, and the tables it reads. */
export type PublicRead<Value> = { tables: readonly string[]; read: (db: Reader) => Value };

/** Runs a public read. A cache records its tables and invalidates the answer when one of them changes. */
export type ReadPublic = <Value>(read: PublicRead<Value>) => Value;

const PICTURE = /^\/(?:uploads|pictures)(?:\/[\w-][\w.-]*)+\.(?:png|jpe?g|webp|avif|gif)$/i;

export function isShopPicture(path: string): boolean {
  return PICTURE.test(path);
}

const MAIL_TEXTS = "mail.";
const { id, text, author, role, image, gradient, stars } = testimonials;
const isVerified = sql<number>`${sql.raw(VERIFIED)}`;

/** Path prefix of the portraits of placeholder testimonials. */
const DRAWN_PORTRAITS = "/pictures/portrait-";

const listTestimonials = (withPlaceholders: boolean) => {
  const isShown = (image: string) =>
    isShopPicture(image) && (withPlaceholders || !image.startsWith(DRAWN_PORTRAITS));
  return {
    tables: [getTableName(testimonials)],
    read: (db) =>
      db
        .select({ id, text, author, role, image, gradient, stars, isVerified })
        .from(testimonials)
        .where(
          and(
            eq(testimonials.active, true),
            withPlaceholders ? undefined : eq(testimonials.placeholder, false),
          ),
        )
        .orderBy(asc(testimonials.position), asc(id))
        .all()
        .map(({ stars: given, isVerified: isTheirs, ...row }) => ({
          ...row,
          image: isShown(row.image) ? row.image : "",
          ...(given !== null && { stars: given }),
          ...(isTheirs && { verified: true as const }),
        })),
  } satisfies PublicRead<Testimonial[]>;
};

const allTestimonials = listTestimonials(true);
const realTestimonials = listTestimonials(false);

/** Visible testimonials, in order. Placeholders are visible in the demo only. */
export const testimonialList = (mode: Mode) =>
  mode === "demo" ? allTestimonials : realTestimonials;

/** Paths of the pages of products on sale, in display order. */
export const productPaths = {
  tables: [getTableName(products)],
  read: (db) =>
    db
      .select({ slug: products.slug })
      .from(products)
      .where(eq(products.active, true))
      .orderBy(asc(products.position), asc(products.id))
      .all()
      .map(({ slug }) => productPath(slug)),
} satisfies PublicRead<string[]>;

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

/** All text pages, the first ones before the owner's own. */
export const pageList = {
  tables: [getTableName(pages)],
  read: (db) =>
    db
      .select({
        slug: pages.slug,
        title: pages.title,
        body: pages.body,
        updatedOn: pages.updatedOn,
        linked: pages.linked,
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
  read: (db) => settingsRow(db).get(),
} satisfies PublicRead<Settings | undefined>;

/** Prepared, because transactions read the settings without the cache. */
const settingsRow = prepared((db) => db.select().from(settings).prepare());

/** Name of the fact that says what a demo was filled with. */
export const DEMO_PAST = "demo-past";

/** Whether a demo has a sample year. */
export const sampleYear = {
  tables: [getTableName(storeFacts)],
  read: (db) => findPast(db) === "year",
} satisfies PublicRead<boolean>;

/** Chosen past of a demo: a sample year, or only its own events; undefined if not chosen. */
export function findPast(db: Pick<Reader, "select">): "year" | "empty" | undefined {
  const fact = db.select().from(storeFacts).where(eq(storeFacts.name, DEMO_PAST)).get();
  if (!fact) return undefined;
  return fact.value === "year" ? "year" : "empty";
}

/** Time within which a cache with a clock detects commits of other processes. */
const FOREIGN_CHECK_MS = 250;

type CacheEntry<Value> = { value: Value | Promise<Value>; tables: Set<string> };

/**
 * Caches values made of public reads until their tables change. Commits of other processes are
 * detected at each call, or every 250 ms with a clock.
 */
export function publicCache<Value>({ db, clock }: { db: Db; clock?: Deps["clock"] }) {
  const entries = new Map<unknown, CacheEntry<Value>>();
  const foreignVersion = db.sqlite.prepare("PRAGMA data_version").pluck();
  let foreignSeen: unknown;
  let checkedAt = -Infinity;

  db.onCommit((changed) => {
    for (const [key, { tables }] of entries) {
      if (!tables.isDisjointFrom(changed)) entries.delete(key);
    }
  });

  const isCheckDue = () =>
    !clock || Math.abs(clock.now().getTime() - checkedAt) >= FOREIGN_CHECK_MS;

  const dropAfterForeignChange = () => {
    if (!isCheckDue()) return;
    if (clock) checkedAt = clock.now().getTime();
    const version = foreignVersion.get();
    if (version !== foreignSeen) entries.clear();
    foreignSeen = version;
  };

  return {
    /** Returns a cached value or makes it. `make` must read the database only through `read`. */
    cached(key: unknown, make: (read: ReadPublic) => Value | Promise<Value>) {
      dropAfterForeignChange();
      const known = entries.get(key);
      if (known) return known.value;
      const tables = new Set<string>();
      const value = make((wanted) => {
        for (const table of wanted.tables) tables.add(table);
        return wanted.read(db);
      });
      const entry: CacheEntry<Value> = { value, tables };
      entries.set(key, entry);
      if (value instanceof Promise) {
        value.then(
          (made) => (entry.value = made),
          () => entries.get(key) === entry && entries.delete(key),
        );
      }
      return value;
    },

    /** Returns a cached value that is complete, unless a check for other processes is due. */
    findCached(key: unknown): Value | undefined {
      if (isCheckDue()) return undefined;
      const value = entries.get(key)?.value;
      return value instanceof Promise ? undefined : value;
    },
  };
}

const readCaches = new WeakMap<Db, ReturnType<typeof publicCache<unknown>>>();

/**
 * Returns the result of a read from memory, until one of its tables changes. `wanted` must be the
 * same object at each call.
 */
export function readCached<Value>(db: Db, wanted: PublicRead<Value>): Value {
  // Bypass the cache, because uncommitted rows may be rolled back.
  if (db.sqlite.inTransaction) return wanted.read(db);
  const cache = readCaches.get(db) ?? publicCache<unknown>({ db });
  readCaches.set(db, cache);
  return cache.cached(wanted, (read) => read(wanted)) as Value;
}
