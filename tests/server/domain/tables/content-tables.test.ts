import { describe, expect, test } from "vitest";
import { pages as clientPages } from "../../../../client/app/pages.ts";
import { pages } from "../../../../db/content-schema.ts";
import type { TableSchema } from "../../../../server/contract/tables.ts";
import { LEGAL_SLUGS, MAX_MARKDOWN, RESERVED_SLUGS } from "../../../../server/contract/content.ts";
import { uploads } from "../../../../db/store-schema.ts";
import type { ImportAnswer, RowHistory, TableRow } from "../../../../server/contract/tables.ts";
import { fillContent } from "../../../../db/seed/first-content.ts";
import { firstSettings } from "../../../../server/domain/settings.ts";
import { createTestApp } from "../../../support/create-test-app.ts";
import { newestChange, signInAdmin } from "../../../support/table-calls.ts";

const ROWS: Record<string, Record<string, unknown>> = {
  testimonials: { text: "We love it.", author: "Anna B." },
  faqs: { question: "Why?", answer: "Because **it works**." },
  pages: { slug: "about-us", title: "About {brand}", body: "## We", updated_on: "2026-11-26" },
  texts: { name: "landing.title", value: "Printables" },
};

function open(env: Record<string, string> = {}) {
  const t = createTestApp({ env });
  fillContent({ db: t.db, firstSettings: firstSettings("demo"), now: t.clock.now() });
  const admin = signInAdmin(t);
  const importInto = (table: string, body: string) =>
    admin.call<ImportAnswer>("POST", `/api/tables/${table}/import`, {
      body,
      headers: { "Content-Type": "text/csv" },
    });
  return { ...t, admin, importInto };
}

describe("a new row is refused", () => {
  test.each<[table: string, field: string, value: unknown, message: string]>([
    ["testimonials", "text", " ", "Text is required"],
    ["testimonials", "text", "a".repeat(601), "Text cannot exceed 600 characters"],
    ["testimonials", "author", "", "Author is required"],
    ["testimonials", "author", "a".repeat(81), "Author cannot exceed 80 characters"],
    ["testimonials", "image", "https://evil.example/a.png", "isn't a picture of this shop"],
    ["testimonials", "image", "/uploads/a/a.svg", "isn't a picture of this shop"],
    ["testimonials", "image", "/uploads/a/a.heic", "isn't a picture of this shop"],
    ["testimonials", "image", `/uploads/${"a".repeat(64)}/a.webp`, "isn't a picture of this shop"],
    ["testimonials", "gradient", "bg-sun", "Background must be one of the valid options"],
    ["testimonials", "position", -1, "Position cannot be less than 0"],
    ["faqs", "question", "a".repeat(201), "Question cannot exceed 200 characters"],
    ["faqs", "answer", "", "Answer is required"],
    [
      "faqs",
      "answer",
      "Ask {suport}.",
      "Answer contains {suport}, which the shop can’t fill in. You can use",
    ],
    [
      "faqs",
      "question",
      "Who is {Brand}?",
      "Question contains {Brand}, which the shop can’t fill in.",
    ],
    ["pages", "slug", "", "Path is required"],
    ["pages", "slug", "About", "Path is not valid"],
    ["pages", "slug", "a/b", "Path is not valid"],
    ["pages", "slug", "sw.js", "Path is not valid"],
    ["pages", "slug", "privacy", "Path is taken by another row."],
    ["pages", "slug", "account", "the shop uses /account for the customer's account."],
    ["pages", "title", "", "Title is required"],
    ["pages", "body", "", "Text is required"],
    ["pages", "body", "a".repeat(MAX_MARKDOWN + 1), "Text cannot exceed 60000 characters"],
    [
      "pages",
      "body",
      "By {seller.nmae}",
      "Text contains {seller.nmae}, which the shop can’t fill in.",
    ],
    ["pages", "body", "We are {brand name}.", "Text contains {brand name}, which the shop"],
    ["pages", "body", "## a\n".repeat(201), "more than 200 headings"],
    ["faqs", "answer", `[a]: /${"b".repeat(400)}\n\n${"[a]".repeat(500)}`, "the page too large"],
    ["pages", "updated_on", "2026-02-30", "Last updated must be a valid date"],
    ["pages", "updated_on", "2026-02-03T10:00Z", "Last updated is not valid"],
    ["texts", "name", "", "Name is required"],
    ["texts", "value", "", "Text is required"],
  ])("%s: %s %o", async (table, field, value, message) => {
    const { admin, ...t } = open();
    const before = newestChange(t);
    const { status, body } = await admin.create(table, { ...ROWS[table], [field]: value });
    expect(body["errors"]).toEqual({ [field]: [expect.stringContaining(message)] });
    expect([409, 422]).toContain(status);
    expect(newestChange(t)).toBe(before);
  });
});

test("an import refuses pictures that the shop does not have, and takes those it has", async () => {
  const { db, clock, importInto } = open();
  const sha256 = "b".repeat(64);
  const upload = { sha256, name: "a.gif", type: "image/gif", bytes: 9, createdAt: clock.now() };
  db.insert(uploads).values(upload).run();
  const rows = [`/uploads/${"a".repeat(64)}/a.webp`, "/pictures/no-such-80.avif"].concat(
    `/uploads/${sha256}/a.gif`,
    "/pictures/portrait-1-80.avif",
  );
  const csv = rows.map((image) => `Good.,Anna,${image}`).join("\n");
  const { body } = await importInto("testimonials", `text,author,image\n${csv}`);
  expect(body).toMatchObject({ new: 2, refused: 2 });
  expect(body.errors.map(({ line, field }) => `${line} ${field}`)).toEqual(["2 image", "3 image"]);
});

describe("the settings refuse", () => {
  test.each<[field: string, value: unknown, message: string]>([
    ["brand", "", "Shop name is required"],
    ["brand", "a".repeat(61), "Shop name cannot exceed 60 characters"],
    ["brand", "Bee\nPrints", "Shop name is not valid"],
    ["hours", "Monday\r\nBcc: a@b.example", "Hours is not valid"],
    ["phone", "+49 30\n1234", "Phone is not valid"],
    ["seller_country", "XQ", "Country must be a two-letter country code"],
    ["seller_country", "it", "Country must be a two-letter country code"],
    ["support_email", "help", "Support email is not a valid email"],
    ["phone", "call me", "Phone is not valid"],
    ["sections", "hero, footer", "The landing page has no section “footer”."],
    ["sections", "hero,,faq", "The landing page has no section “”."],
    ["sections", "hero, faq, -hero", "The section “hero” is listed twice."],
    ["sections", "-hero, -faq", "The landing page needs at least one section."],
    ["time_zone", "Rome", "Time zone must be a name such as Europe/Rome"],
    ["time_zone", "+01:00", "Time zone must be a name such as Europe/Rome"],
    ["language", "english", "Language must be a language code"],
    ["language", "xx", "Language must be a language code"],
    ["language", "de_AT", "Language must be a language code"],
    ["logo", "https://evil.example/a.png", "isn't a picture of this shop"],
    ["logo", `/uploads/${"a".repeat(64)}/a.png`, "isn't a picture of this shop"],
    ["social_url", "http://a.example", "Social link is not valid"],
    ["social_url", "javascript:alert(1)", "Social link is not valid"],
    ["countdown", "until", "“Countdown ends at” is required"],
    ["default_paper", "a3", "Paper must be one of the valid options"],
    ["gtm_id", "'><script>", "Google Tag Manager ID is not valid"],
    ["legal_reviewed_on", "today", "Date you read the legal pages must be a valid date"],
  ])("%s %j", async (field, value, message) => {
    const { admin } = open();
    const { status, body } = await admin.change("settings", 1, { [field]: value });
    expect(status).toBe(422);
    expect(Object.values(body["errors"] ?? {})).toEqual([[expect.stringContaining(message)]]);
  });

  test("a second row and the loss of the first", async () => {
    const { admin, importInto, ...t } = open();
    const before = newestChange(t);
    const refused = { status: 409, body: { message: expect.stringContaining("only changed") } };
    expect(await admin.create("settings", { brand: "Mine" })).toMatchObject(refused);
    expect(await admin.remove("settings", 1)).toMatchObject(refused);
    expect(await importInto("settings", "brand\nMine")).toMatchObject({ status: 422 });
    expect(newestChange(t)).toBe(before);
  });
});

test("the settings take an empty text as not set, and real values", async () => {
  const { admin } = open();
  const values = {
    seller_name: "Anna Bee e.K.",
    seller_address: "Street 1\n1000 Town",
    seller_country: "DE",
    phone: "+49 (0)30 123-4",
    hours: "Monday to Friday, 9 to 17",
    time_zone: "Europe/Berlin",
    language: "ar-u-nu-latn",
    countdown: "until",
    countdown_until: "2027-01-31T20:00:00.000Z",
    posthog_region: "eu",
  };
  expect(await admin.change("settings", 1, values)).toMatchObject({ status: 200, body: values });
  const emptied = await admin.change("settings", 1, { seller_name: "", phone: null, language: "" });
  const body = { seller_name: "", phone: "", language: "en" };
  expect(emptied).toMatchObject({ status: 200, body });
});

test("the schema of the settings has sections and what the environment sets", async () => {
  const { admin } = open({ BRAND: "Mine", COUNTDOWN: "off", POSTHOG_HOST: "" });
  const { body } = await admin.call("GET", "/api/admin/schemas/settings");
  expect(body).toMatchObject({
    isSingle: true,
    setByEnvironment: { brand: "Mine", countdown: "off", countdown_until: null },
    properties: {
      brand: { section: "Brand" },
      countdown: { section: "Offers and prices" },
      language: { format: "language" },
      seller_country: { format: "country" },
      time_zone: { format: "time-zone" },
    },
  });
  const { body: all } = await admin.call<Record<string, unknown>[]>("GET", "/api/admin/schemas");
  expect(all.filter((schema) => "setByEnvironment" in schema)).toEqual([body]);
});

test("times have the time zone of the shop, once it is set", async () => {
  const { admin } = open();
  const zoneOf = async (table: string, column: string) => {
    const { body } = await admin.call<TableSchema>("GET", `/api/admin/schemas/${table}`);
    return body.properties[column]?.timeZone;
  };
  expect(await zoneOf("orders", "paid_at")).toBeUndefined();
  await admin.change("settings", 1, { time_zone: "Asia/Tokyo" });
  expect(await zoneOf("orders", "paid_at")).toBe("Asia/Tokyo");
  expect(await zoneOf("settings", "countdown_until")).toBe("Asia/Tokyo");
  expect(await zoneOf("pages", "updated_on")).toBeUndefined();
});

describe("legal pages", () => {
  test.each(LEGAL_SLUGS)("%s can be neither deleted nor renamed", async (slug) => {
    const { admin, db, ...t } = open();
    const page = db
      .select()
      .from(pages)
      .all()
      .find((each) => each.slug === slug)!;
    const before = newestChange({ ...t, db });
    expect(await admin.remove("pages", page.id)).toMatchObject({
      status: 409,
      body: { reason: "in_use", message: expect.stringContaining("can't be deleted") },
    });
    expect(await admin.change("pages", page.id, { slug: `${slug}-2` })).toMatchObject({
      status: 422,
      body: { errors: { slug: [expect.stringContaining(`links to /${slug}`)] } },
    });
    expect(newestChange({ ...t, db })).toBe(before);
    expect(await admin.change("pages", page.id, { body: "Mine" })).toMatchObject({ status: 200 });
  });
});

test("a text has one row, whose name stays", async () => {
  const { admin } = open();
  const { body: row } = await admin.create("texts", ROWS["texts"]);
  expect(await admin.create("texts", ROWS["texts"])).toMatchObject({ status: 409 });
  expect(await admin.change("texts", row.id, { name: "landing.other" })).toMatchObject({
    status: 422,
    body: { errors: { name: ["Name can't be changed."] } },
  });
});

test.each(Object.keys(ROWS))("%s has a list, a history, undo, export and import", async (table) => {
  const { admin, importInto } = open();
  const made = await admin.create(table, ROWS[table]);
  expect(made).toMatchObject({ status: 201, body: ROWS[table] });
  const { id } = made.body;
  const removed = await admin.remove(table, id);
  const undo = `/api/admin/change-sets/${removed.headers.get("X-Change-Set")}/undo`;
  expect(await admin.call("POST", undo)).toMatchObject({ status: 200 });

  const list = await admin.call<{ data: TableRow[] }>("GET", `/api/tables/${table}?id=${id}`);
  expect(list.body.data).toEqual([{ ...made.body, version: 2, updated_at: expect.anything() }]);
  const history = await admin.call<RowHistory>("GET", `/api/tables/${table}/${id}/history`);
  expect(history.body.data.map(({ action }) => action)).toEqual(["insert", "delete", "insert"]);

  const csv = await admin.call<string>("GET", `/api/tables/${table}/export`);
  const same = await importInto(table, csv.body);
  expect(same).toMatchObject({ status: 200, body: { new: 0, changed: 0, refused: 0 } });
});

test("no page of the owner can be where the shop serves something else", () => {
  const { app } = createTestApp();
  const served = [...Object.keys(clientPages), ...app.routes.map(({ path }) => path)];
  const firstParts = new Set(served.map((path) => path.split("/")[1] ?? ""));
  const free = [...firstParts].filter((part) => /^[a-z0-9-]+$/.test(part));
  const known: readonly string[] = [...Object.keys(RESERVED_SLUGS), ...LEGAL_SLUGS];
  expect(free.filter((part) => !known.includes(part))).toEqual([]);
});
