import { eq } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "../../../db/client.ts";
import { faqs, pages, testimonials, texts } from "../../../db/content-schema.ts";
import { deleteRow, insertRow, updateRow } from "../../../db/record.ts";
import { TABLES } from "../../../server/domain/tables/registry.ts";
import { validateValues } from "../../../server/domain/tables/wire-values.ts";
import { fillContent } from "../../../db/seed/first-content.ts";
import { LEGAL_SLUGS } from "../../../server/contract/content.ts";
import { firstSettings } from "../../../server/domain/settings.ts";
import {
  faqList,
  pageList,
  readCached,
  storedSettings,
  testimonialList,
  textOverrides,
} from "../../../server/domain/public-reads.ts";
import { createTestApp } from "../../support/create-test-app.ts";
import { dataFolder } from "../../support/data-folder.ts";
import { newestChange, signInAdmin } from "../../support/table-calls.ts";

const MODES = ["demo", "test", "live"] as const;

function openFilled(mode: (typeof MODES)[number] = "demo") {
  const t = createTestApp();
  const fill = () =>
    fillContent({ db: t.db, firstSettings: firstSettings(mode), now: t.clock.now() });
  fill();
  return { ...t, fill, admin: signInAdmin(t) };
}

test.each([
  ["demo", 10, true],
  ["test", 0, false],
  ["live", 0, false],
] as const)("in mode %s, %i invented testimonials are shown", (mode, count, claims) => {
  const { db } = openFilled(mode);
  expect(readCached(db, testimonialList(mode))).toHaveLength(count);
  expect(readCached(db, storedSettings)?.showTrustClaim).toBe(claims);
  expect(
    db
      .select()
      .from(testimonials)
      .all()
      .every(({ placeholder }) => placeholder),
  ).toBe(true);
});

test("the first content is questions, legal pages and a row of settings", () => {
  const { db } = openFilled();
  expect(readCached(db, faqList)).toHaveLength(6);
  expect(readCached(db, pageList).map(({ slug }) => slug)).toEqual(LEGAL_SLUGS);
  expect(readCached(db, storedSettings)).toMatchObject({ id: 1, brand: "Papercub" });
  expect(readCached(db, textOverrides)).toEqual({});
});

test("a shop with products of its own has no question or page about the demo's", () => {
  const contentOf = (mode: (typeof MODES)[number]) => {
    const { db } = openFilled(mode);
    return [...readCached(db, faqList), ...readCached(db, pageList)].map((row) =>
      Object.values(row).join(" "),
    );
  };
  const ofTheDemo = /curriculum|mazes|aged? 2|for children|scissors|in your care|36 weeks/;
  expect(contentOf("live").filter((text) => ofTheDemo.test(text))).toEqual([]);
  expect(contentOf("live")).toHaveLength(4 + LEGAL_SLUGS.length);
  expect(contentOf("demo").filter((text) => ofTheDemo.test(text))).toHaveLength(4);
});

test("every first row keeps to the rules of its table", () => {
  const { db } = openFilled();
  for (const name of ["testimonials", "faqs", "pages"]) {
    const definition = TABLES.get(name)!;
    const rows = db.sqlite.prepare(`SELECT * FROM ${name}`).all() as Record<string, unknown>[];
    for (const row of rows) {
      const body = Object.fromEntries(
        Object.entries(row).flatMap(([column, value]) => {
          const { field } = definition.columns.get(column)!;
          const plain = field.type === "boolean" ? value === 1 : value;
          return field.readOnly ? [] : [[column, plain]];
        }),
      );
      expect([...validateValues(definition, { body }).problems]).toEqual([]);
    }
  }
});

test("a second start changes nothing, also after the owner deleted rows", async () => {
  const { fill, admin, db, ...t } = openFilled();
  for (const { id } of db.select().from(faqs).all()) await admin.remove("faqs", id);
  const before = newestChange({ ...t, db });
  fill();
  expect(newestChange({ ...t, db })).toBe(before);
});

test("a shop from before some legal pages gets them, and its texts of the imprint", () => {
  const { fill, db, ...t } = openFilled("live");
  const author = { actor: "test", now: t.clock.now() };
  db.write((tx) => {
    for (const { id, slug } of db.select().from(pages).all())
      if (!["privacy", "terms", "refund"].includes(slug)) deleteRow(tx, pages, id, author);
    const own = { slug: "accessibility", title: "For everybody", body: "Ours.", updatedOn: "" };
    insertRow(tx, pages, own, author);
    insertRow(tx, texts, { name: "imprint.body", value: "By {seller.name}." }, author);
    insertRow(tx, texts, { name: "landing.title", value: "Mine" }, author);
  });
  fill();
  const shown = readCached(db, pageList).slice(3);
  expect(shown).toMatchObject([
    { slug: "accessibility", title: "For everybody", body: "Ours.", linked: true },
    { slug: "imprint", title: "Imprint", body: "By {seller.name}.", linked: true },
    { slug: "withdrawal-form", linked: false },
  ]);
  expect(readCached(db, textOverrides)).toEqual({ "landing.title": "Mine" });
  const before = newestChange({ ...t, db });
  fill();
  expect(newestChange({ ...t, db })).toBe(before);
});

test("a real testimonial is shown in each mode, unless it is hidden, in the owner's order", async () => {
  const { db, admin } = openFilled("live");
  const real = (author: string, more = {}) =>
    admin.create("testimonials", { text: "Good.", author, position: 5, ...more });
  await real("Second");
  await real("First", { position: 0 });
  await real("Hidden", { active: false });
  const authors = readCached(db, testimonialList("live")).map(({ author }) => author);
  expect(authors).toEqual(["First", "Second"]);
  expect(readCached(db, testimonialList("demo"))).toHaveLength(12);
});

test("outside the demo an invented portrait is not shown beside a real author", async () => {
  const { db, admin } = openFilled("live");
  await admin.change("testimonials", 1, { author: "Zoë", placeholder: false });
  const own = "/pictures/premium-pack-640.webp";
  await admin.create("testimonials", { text: "Good.", author: "Ali", image: own, position: 50 });
  const imagesIn = (mode: (typeof MODES)[number]) =>
    readCached(db, testimonialList(mode)).map(({ image }) => image);
  expect(imagesIn("live")).toEqual(["", own]);
  expect(imagesIn("demo").at(0)).toBe("/pictures/portrait-1-160.webp");
});

test("a read is repeated once a table of it changes, and only then", async () => {
  const { db, admin } = openFilled();
  const first = readCached(db, faqList);
  await admin.create("texts", { name: "landing.title", value: "Mine" });
  expect(readCached(db, faqList)).toBe(first);
  expect(readCached(db, textOverrides)).toEqual({ "landing.title": "Mine" });
  await admin.create("faqs", { question: "Why?", answer: "Because." });
  expect(readCached(db, faqList)).toHaveLength(7);
});

test("a change of another process is read, too", () => {
  const databasePath = `${dataFolder()}.sqlite`;
  const t = createTestApp({ databasePath });
  fillContent({ db: t.db, firstSettings: firstSettings("demo"), now: t.clock.now() });
  expect(readCached(t.db, faqList)).toHaveLength(6);
  const other = openDatabase(databasePath);
  onTestFinished(other.close);
  const author = { actor: "test", now: t.clock.now() };
  other.write((tx) => updateRow(tx, faqs, 1, { active: false }, author));
  expect(readCached(t.db, faqList)).toHaveLength(5);
});

test("a change that is rolled back is not remembered", () => {
  const { db, clock } = openFilled();
  const author = { actor: "test", now: clock.now() };
  const failed = () =>
    db.write((tx) => {
      updateRow(tx, faqs, 1, { question: "Never?" }, author);
      expect(readCached(db, faqList)[0]?.question).toBe("Never?");
      throw new Error("rolled back");
    });
  expect(failed).toThrow("rolled back");
  expect(readCached(db, faqList)[0]?.question).not.toBe("Never?");
  expect(db.select().from(faqs).where(eq(faqs.question, "Never?")).all()).toEqual([]);
});
