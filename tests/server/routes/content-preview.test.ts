import { expect, test } from "vitest";
import { listTexts } from "../../../client/content/text-catalogue.ts";
import { TEXT_PLACES } from "../../../client/content/text-places.ts";
import { products } from "../../../db/schema.ts";
import type { TablePage } from "../../../server/contract/tables.ts";
import { createTestApp } from "../../support/create-test-app.ts";
import { realPages } from "../../support/page-desk.ts";
import { changesOf, newestChange, signInAdmin } from "../../support/table-calls.ts";

const PREVIEW = "/api/admin/content/preview";
const HEADLINE = "story.hero.headline";

function open() {
  const t = createTestApp({ web: realPages, hasContent: true });
  t.addProduct({ name: "Premium Pack" });
  const admin = signInAdmin(t);
  const preview = (body: object) => admin.call("POST", PREVIEW, { body });
  return { ...t, admin, preview };
}

test.each([
  [{ path: "/admin", texts: {} }, "path"],
  [{ path: "//evil.example/", texts: {} }, "path"],
  [{ mail: "alarm", texts: {} }, "path"],
  [{ path: "/", mail: "code", texts: {} }, "path"],
  [{ texts: {} }, "path"],
  [{ path: "/" }, "texts"],
  [{ path: "/", texts: { "story.hero.nothing": "A" } }, "story.hero.nothing"],
  [{ path: "/", texts: { [HEADLINE]: "{nothing}" } }, HEADLINE],
  [{ path: "/", texts: { [HEADLINE]: "a".repeat(5000) } }, HEADLINE],
])("no preview of %j", async (body, field) => {
  const { preview } = open();
  expect(await preview(body)).toMatchObject({ status: 422, body: { errors: { [field]: [{}] } } });
});

const ROW = { table: "faqs", values: { question: "Why?", answer: "So." } };
const PAGE = { title: "Zoo of {brand}", body: "Zebra", updated_on: "2026-11-26" };

test.each<[row: object, status: number, field?: string]>([
  [{ table: "users", values: { is_admin: true } }, 422, "rows.0.table"],
  [{ ...ROW, id: "x" }, 422, "rows.0.id"],
  [{ ...ROW, values: { ...ROW.values, answer: {} } }, 422, "rows.0.values.answer"],
  [{ ...ROW, id: 99 }, 404],
  [{ ...ROW, values: { question: "Why?" } }, 422, "answer"],
  [{ ...ROW, values: { ...ROW.values, answer: "{nothing}" } }, 422, "answer"],
  [{ table: "settings", id: 1, values: { sections: "hero, footer" } }, 422, "sections"],
  [{ table: "settings", values: { brand: "Mine" } }, 409],
  [{ table: "pages", id: 1, values: { slug: "data" } }, 422, "slug"],
  [{ table: "pages", values: { ...PAGE, slug: "account" } }, 422, "slug"],
])("no preview with the row %j", async (row, status, field) => {
  const { preview } = open();
  const answer = await preview({ path: "/", texts: {}, rows: [row] });
  expect(answer.status).toBe(status);
  if (field) expect(answer.body["errors"]).toHaveProperty([field]);
});

test("a preview with more than five rows is refused", async () => {
  const { preview } = open();
  const rows = Array.from({ length: 6 }, () => ROW);
  expect(await preview({ path: "/", texts: {}, rows })).toMatchObject({ status: 422 });
});

test("a preview is refused when its body is too long", async () => {
  const { preview } = open();
  const texts = { [HEADLINE]: "a".repeat(300_000) };
  expect(await preview({ path: "/", texts })).toMatchObject({ status: 413 });
});

/** Groups whose texts are visible only after a click or without a connection. */
const HIDDEN = ["Saved files and app", "Consent to analytics and marketing"];

test.each(
  TEXT_PLACES.flatMap(({ groups }) => groups).filter(({ title }) => !HIDDEN.includes(title)),
)("the preview of “$title” shows its texts", async ({ title, path, mail }) => {
  const { preview } = open();
  const names = listTexts().filter(({ group }) => group === title);
  const texts = Object.fromEntries(
    names.map(({ name, required }) => [
      name,
      ["Zebra", ...required.map((value) => `{${value}}`)].join(" "),
    ]),
  );
  const { status, body } = await preview({ path, mail, texts });
  expect(status).toBe(200);
  expect(`${String(body["subject"])} ${String(body["html"])}`).toContain("Zebra");
  expect(body["html"]).not.toContain('<script type="module"');
});

test("offers are previewed with another product until the owner chooses one", async () => {
  const { preview, addProduct } = open();
  await addProduct({ name: "Weekend Pack" });
  for (const path of ["/upsell/:id", "/upsell2", "/downsell"]) {
    const { body } = await preview({ path, texts: {} });
    expect(body["html"]).toMatch(/<h1[^>]*>[^<]*Weekend Pack\?<\/h1>/);
  }
});

test("previews of mails and pages are in the shop's currency", async () => {
  const { preview, db, addProduct } = open();
  await addProduct({ name: "Advanced Pack" });
  db.write((tx) => tx.update(products).set({ currency: "eur" }).run());
  const places = TEXT_PLACES.flatMap(({ groups }) => groups);
  const htmls = await Promise.all(
    places.map(async ({ path, mail }) => (await preview({ path, mail, texts: {} })).body["html"]),
  );
  expect(htmls.filter((html) => /€/.test(String(html))).length).toBeGreaterThan(8);
  // The landing page's texts name dollars themselves.
  const sums = htmls.map((html) => String(html).match(/\$\d+\.\d\d/g) ?? []).flat();
  expect(sums).toEqual([]);
});

test("a preview neither stores a text nor shows it to visitors", async () => {
  const { app, admin, preview, ...t } = open();
  const before = changesOf(t, "texts").length;
  const texts = { [HEADLINE]: "Zebra", "mail.delivery.title": "Zebra" };
  const htmlOf = async (path: string) => (await app.request(path)).text();
  const answers = await Promise.all([
    preview({ path: "/", texts }),
    htmlOf("/"),
    preview({ path: "/contact", texts: {} }),
    htmlOf("/contact"),
    preview({ mail: "delivery", texts }),
    preview({ mail: "delivery", texts: {} }),
  ]);
  const shown = answers.map((answer) => JSON.stringify(answer).includes("Zebra"));
  expect(shown).toEqual([true, false, false, false, true, false]);
  expect(await htmlOf("/")).not.toContain("Zebra");
  expect(changesOf(t, "texts")).toHaveLength(before);
  await admin.create("texts", { name: HEADLINE, value: "Stored" });
  expect(JSON.stringify(await preview({ path: "/", texts: {} }))).toContain("Stored");
});

test("the imprint is previewed before the seller has a name", async () => {
  const { app, admin, preview } = open();
  const pages = (await admin.call<TablePage>("GET", "/api/tables/pages?slug=imprint")).body;
  const rows = [{ table: "pages", id: pages.data[0]?.id, values: {} }];
  const { body } = await preview({ texts: {}, rows });
  expect(body["html"]).toMatch(/Imprint.*<\/h1>.*Your legal name/s);
  expect((await app.request("/imprint")).status).toBe(404);
});

const TALE = { table: "testimonials", values: { text: "Zebra!", author: "Zoë", position: 999 } };

test.each<[name: string, request: object, shown: RegExp, hidden?: RegExp]>([
  [
    "a changed page",
    { rows: [{ table: "pages", id: 1, values: { body: "## Zebra" } }] },
    /<h2.*Zebra/s,
  ],
  [
    "a new page, by its own path",
    { rows: [{ table: "pages", values: { ...PAGE, slug: "zoo" } }] },
    /Zoo of Papercub.*<\/h1>.*<p>Zebra/s,
  ],
  [
    "a question beyond those shown at first",
    {
      path: "/",
      rows: [{ ...ROW, values: { ...ROW.values, answer: "**Zebra**", position: 999 } }],
    },
    /<strong>Zebra/,
  ],
  ["a testimonial", { path: "/", rows: [TALE] }, /Zebra!.*Zoë/s],
  [
    "sections",
    {
      path: "/",
      rows: [{ table: "settings", id: 1, values: { sections: "faq, hero, -pricing" } }],
    },
    /id="faq".*id="hero-heading"/s,
    /id="pricing"|id="bonuses"/,
  ],
  [
    "a testimonial of a hidden section that is about to be shown",
    {
      path: "/",
      rows: [TALE, { table: "settings", id: 1, values: { sections: "testimonials, -hero" } }],
    },
    /Zebra!/,
    /hero-heading/,
  ],
])("a preview shows %s, and stores nothing", async (_name, request, shown, hidden) => {
  const { app, admin, preview, ...t } = open();
  await admin.change("settings", 1, { sections: "hero, pricing, faq, testimonials" });
  for (let n = 0; n < 9; n += 1) await admin.create("faqs", { ...ROW.values, position: 998 });
  const before = newestChange(t);
  const { status, body } = await preview({ texts: {}, ...request });
  expect(status).toBe(200);
  expect(body["html"]).toMatch(shown);
  if (hidden) expect(body["html"]).not.toMatch(hidden);
  expect(newestChange(t)).toBe(before);
  expect(await (await app.request("/")).text()).not.toContain("Zebra");
  expect((await app.request("/zoo")).status).toBe(404);
});

test("Markdown is refused if it is too long, and rendered as on the pages of the shop", async () => {
  const { admin } = open();
  const render = (text: string) =>
    admin.call("POST", "/api/admin/content/markdown", { body: { text } });
  expect(await render("a".repeat(60_001))).toMatchObject({ status: 422 });
  expect(await render("**Bear** <b> {brand}")).toMatchObject({
    status: 200,
    body: { html: expect.stringMatching(/<strong>Bear<\/strong> &lt;b&gt; (?!\{)\w+/) },
  });
});
