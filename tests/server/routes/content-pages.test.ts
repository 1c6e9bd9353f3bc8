import { expect, test } from "vitest";
import { faqs, pages, testimonials } from "../../../db/content-schema.ts";
import { insertRow } from "../../../db/record.ts";
import type { Upload } from "../../../server/contract/admin-answers.ts";
import type { Batch, Faq, Testimonial } from "../../../server/contract/content.ts";
import { createTestApp, SITE } from "../../support/create-test-app.ts";
import { realPages } from "../../support/page-desk.ts";
import { TEST_SHOP } from "../../support/settings.ts";
import { changeSettings } from "../../support/shop-settings.ts";
import { signInAdmin } from "../../support/table-calls.ts";
import { PICTURES, sendFile } from "../../support/uploads.ts";
import { addRow } from "../../support/rows.ts";

function openContent(env: Record<string, string> = {}) {
  const t = createTestApp({ web: realPages, hasContent: true, env });
  const get = async (path: string, etag = "") => {
    const answer = await t.app.request(SITE + path, { headers: { "If-None-Match": etag } });
    const { status, headers } = answer;
    return { status, headers, etag: headers.get("ETag") ?? "", text: await answer.text() };
  };
  return { ...t, get, admin: signInAdmin(t) };
}

const ABOUT = {
  slug: "about-us",
  title: "About us",
  body: "We are {brand}.\n\n## Team\n\n<script>alert(1)</script> [x](javascript:alert(1))",
  updated_on: "2026-11-20",
};

test("a page of the owner is at its path, in the footer and in the sitemap, until it is deleted", async () => {
  const { get, admin } = openContent();
  const listed = async () => (await get("/sitemap.xml")).text.includes("/about-us</loc>");
  expect([(await get("/about-us")).status, await listed()]).toEqual([404, false]);
  const created = await admin.create("pages", ABOUT);
  const { status, text, etag, headers } = await get("/about-us");
  expect(status).toBe(200);
  expect(headers.get("Cache-Control")).toContain("s-maxage=30");
  expect(text).toContain("<title>About us | Papercub</title>");
  expect(text).toContain("Last updated: November 20, 2026");
  expect(text).toContain('<h2 id="team">Team</h2>');
  expect(text).toContain("<p>We are Papercub.</p>");
  expect(text).not.toMatch(/<script>alert|href="javascript/);
  expect((await get("/about-us", etag)).status).toBe(304);
  expect((await get("/")).text).toContain('href="/about-us"');
  expect(await listed()).toBe(true);
  await admin.remove("pages", created.body.id);
  expect([(await get("/about-us")).status, await listed()]).toEqual([404, false]);
  expect((await get("/")).text).not.toContain('href="/about-us"');
});

test("a stored text that would make its page too large is rendered as plain text", async () => {
  const { get, db, clock } = openContent();
  const body = `[a]: https://a.example/${"b".repeat(600)}\n\n${"[a]".repeat(15_000)}`;
  addRow({ db, clock }, pages, { ...ABOUT, body, updatedOn: ABOUT.updated_on });
  const { status, text } = await get("/about-us");
  expect(status).toBe(200);
  expect(text).toContain(`<p>${"[a]".repeat(15_000)}</p>`);
  expect(text.length).toBeLessThan(150_000);
});

test("a title of empty placeholders shows their names, in the footer and on the page", async () => {
  const { get, admin } = openContent();
  await admin.create("pages", { ...ABOUT, title: "{phone}" });
  const { text } = await get("/about-us");
  expect(text).toMatch(/href="\/about-us"[^>]*>phone<\/a>/);
  expect(text).toContain("<title>phone | Papercub</title>");
});

test("placeholders inside the values of a text are not filled", async () => {
  const { get, admin } = openContent();
  await admin.change("settings", 1, { brand: "A {date} {year}" });
  await admin.create("texts", { name: "policy.updated", value: "{brand}: {date}" });
  expect((await get("/privacy")).text).toContain("A date year: ");
});

test("unknown paths are not found, whatever the owner names a page", async () => {
  const { get, admin } = openContent();
  expect(await admin.create("pages", { ...ABOUT, slug: "none" })).toMatchObject({ status: 201 });
  expect((await get("/nowhere")).status).toBe(404);
  expect((await get("/none")).status).toBe(200);
});

test("a changed legal page and its title are shown at the next request", async () => {
  const { get, admin } = openContent();
  const { etag } = await get("/privacy");
  await admin.change("pages", 1, { title: "Datenschutz", body: "Wir speichern nichts." });
  const { status, text } = await get("/privacy", etag);
  expect(status).toBe(200);
  expect(text).toMatch(/<h1.*Datenschutz.*<\/h1>.*<p>Wir speichern nichts\.<\/p>/s);
  expect((await get("/contact")).text).toContain(">Datenschutz</a>");
});

test("the imprint is there once the seller has a name, with what is set", async () => {
  const { get, admin } = openContent();
  expect((await get("/imprint")).status).toBe(404);
  await admin.change("settings", 1, {
    seller_name: "Jo & *Sons*",
    seller_address: "Main Street 1\n1010 Vienna",
    vat_number: "ATU1",
  });
  const { status, text } = await get("/imprint");
  expect(status).toBe(200);
  expect(text).toMatch(/Jo &amp; \*Sons\*<br>\nMain Street 1<br>\n1010 Vienna/);
  expect(text).toContain("VAT number: ATU1");
  expect(text).not.toMatch(/Phone:|Registration:/);
  for (const path of ["/contact", "/sitemap.xml"]) {
    expect((await get(path)).text).toContain("/imprint");
  }
});

test("pages that the law asks for are linked once the owner has read the legal pages", async () => {
  const { get, admin } = openContent();
  const pages = ["/accessibility", "/withdrawal-form"];
  const linked = async (path: string) => {
    const { text } = await get(path);
    return pages.filter((page) => text.includes(page));
  };
  expect([await linked("/contact"), await linked("/sitemap.xml")]).toEqual([[], []]);
  for (const page of pages) expect((await get(page)).status).toBe(200);
  const { headers } = await admin.change("settings", 1, { legal_reviewed_on: "2026-11-29" });
  expect([await linked("/contact"), await linked("/sitemap.xml")]).toEqual([pages, pages]);
  expect((await get("/accessibility")).headers.get("Cache-Control")).toContain("s-maxage=30");
  const undo = `/api/admin/change-sets/${headers.get("X-Change-Set")}/undo`;
  expect(await admin.call("POST", undo)).toMatchObject({ status: 200 });
  expect(await linked("/contact")).toEqual([]);
});

test("the withdrawal form names the seller", async () => {
  const { get, admin } = openContent();
  const seller = { seller_name: "Jo Books", seller_address: "Street 1\n1010 Vienna" };
  await admin.change("settings", 1, { ...seller, support_email: "help@jo.example" });
  const { text } = await get("/withdrawal-form");
  expect(text).toMatch(/Jo Books<br>\nStreet 1<br>\n1010 Vienna<br>\n<a href="mailto:help@jo.ex/);
  expect(text).toContain("hereby give notice that I/We (*) withdraw from my/our (*) contract");
});

test("a changed name, tracker and logo are on pages, headers, and manifests", async () => {
  const { get, admin } = openContent();
  expect((await get("/")).text).toContain("/pictures/open-graph.jpg");
  expect((await get("/contact")).headers.get("Content-Security-Policy")).not.toContain("google");
  const unknown = `/uploads/${"c".repeat(64)}/logo.webp`;
  expect(await admin.change("settings", 1, { logo: unknown })).toMatchObject({ status: 422 });
  const { url: logo } = (await (
    await sendFile(admin, "media", PICTURES["image/webp"], { fileName: "logo.webp" })
  ).json()) as Upload;
  await admin.change("settings", 1, { brand: "Lumi", gtm_id: "GTM-TEST1" });
  for (const path of ["/", "/contact", "/privacy", "/nowhere"]) {
    const { text, headers } = await get(path);
    expect(text).toContain("| Lumi</title>");
    expect(text).not.toMatch(/open-graph|Papercub/);
    expect(headers.get("Content-Security-Policy"), path).toContain("googletagmanager");
  }
  for (const path of ["/manifest.webmanifest", "/admin/manifest.webmanifest"]) {
    expect((await get(path)).text).toContain('"name":"Lumi');
  }
  await admin.change("settings", 1, { logo });
  const { text } = await get("/");
  expect(text).toContain(`<img src="${logo}" alt="Lumi"`);
  expect(text).toContain(`property="og:image" content="${SITE}${logo}"`);
  expect(text).toContain(`<link rel="icon" href="${logo}"/>`);
  const icon = { src: logo, sizes: "any", type: "image/webp" };
  const { icons, shortcuts } = JSON.parse((await get("/manifest.webmanifest")).text);
  expect(icons).toEqual([{ ...icon, purpose: "any" }]);
  expect(shortcuts).toMatchObject([{ icons: [icon] }, { icons: [icon] }]);
  expect((await get("/admin/manifest.webmanifest")).text).not.toContain("/pictures/icon");
});

test("the landing page has the first rows, and the calls the others, whatever their number", async () => {
  const { get, db, clock } = openContent();
  const author = { actor: "test", now: clock.now() };
  const more = (count: number) =>
    db.write((tx) => {
      for (let place = 0; place < count; place += 1) {
        const text = `Good ${place}.`;
        insertRow(tx, testimonials, { text, author: `A${place}`, position: 100 }, author);
        const faq = { question: `Why ${place}?`, answer: "[Because](/refund).", position: 100 };
        insertRow(tx, faqs, faq, author);
      }
    });
  more(10);
  const { text } = await get("/");
  expect(text.match(/<figure/g)).toHaveLength(10);
  expect(text.match(/<details/g)).toHaveLength(8);
  expect(text.match(/>Show more</g)).toHaveLength(2);
  more(490);
  expect((await get("/")).text).toHaveLength(text.length);

  const all = async <Row extends { id: number }>(path: string) => {
    const rows: Row[] = [];
    let batch: Batch<Row>;
    do {
      const last = rows.at(-1);
      batch = JSON.parse((await get(path + (last ? `?after=${last.id}` : ""))).text);
      rows.push(...batch.rows);
    } while (batch.more);
    return rows;
  };
  const everyone = await all<Testimonial>("/api/testimonials");
  expect(everyone).toHaveLength(510);
  expect(new Set(everyone.map(({ id }) => id)).size).toBe(510);
  const questions = await all<Faq>("/api/faqs");
  expect(questions).toHaveLength(506);
  expect(questions.at(-1)?.answer).toBe('<p><a href="/refund">Because</a>.</p>\n');
});

test("the rows after one that is gone begin again, and are cached like the first", async () => {
  const { get } = openContent();
  const first = await get("/api/testimonials");
  expect(first.headers.get("Cache-Control")).toContain("s-maxage=30");
  expect((await get("/api/testimonials", first.etag)).status).toBe(304);
  for (const after of ["999", "x", "-1", "1.5", ""]) {
    expect((await get(`/api/testimonials?after=${after}`)).text).toBe(first.text);
  }
  expect(JSON.parse((await get("/api/testimonials?after=10")).text)).toEqual({
    rows: [],
    more: false,
  });
});

test("outside the demo, a shop that shows all sections names nobody invented", async () => {
  const { get, admin, ...t } = openContent({ DEMO: "0", ...TEST_SHOP });
  changeSettings(t, { isOpen: true, sections: "", brand: "Lumi", sellerName: "Jo Books" });
  await admin.create("testimonials", { text: "Good.", author: "Zoë" });
  for (const path of ["/", "/api/testimonials"]) {
    const { text } = await get(path);
    expect(text).not.toMatch(/papercub|\bnora\b|hannah|open-graph|trusted by thousands/i);
    expect(text).toContain("Zoë");
  }
});
