import { describe, expect, test } from "vitest";
import { fileVersions, orders, products } from "../../../db/schema.ts";
import { pages } from "../../../db/content-schema.ts";
import { deleteRow } from "../../../db/record.ts";
import { openBrowser } from "../../support/browser.ts";
import { createTestApp, SITE } from "../../support/create-test-app.ts";
import { realPages } from "../../support/page-desk.ts";
import { addRow, changeRow } from "../../support/rows.ts";
import { signInAdmin } from "../../support/table-calls.ts";

const PICTURE = `/uploads/${"a".repeat(64)}/cover.webp`;

async function openPages() {
  const t = createTestApp({ web: realPages, hasContent: true });
  const book = await t.addProduct({
    name: "Bear Book",
    price: 3700,
    description: "All **36** weeks.\n\n## Inside\n\n[a](javascript:x) <script>alert(1)</script>",
    images: [PICTURE],
    contents: ["a", "b"],
  });
  const browser = openBrowser(t);
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await browser.get(path, headers);
    return { status: answer.status, headers: answer.headers, html: await answer.text() };
  };
  const edit = (patch: Partial<typeof products.$inferSelect>, id = book) =>
    changeRow(t, products, id, patch);
  const listed = async () =>
    [...(await get("/sitemap.xml")).html.matchAll(/<loc>(.*?)<\/loc>/g)]
      .map(([, url]) => url?.slice(SITE.length) ?? "")
      .filter((path) => path.startsWith("/products/"));
  return { ...t, book, browser, get, edit, listed };
}

const UNKNOWN = ["none", "constructor", "%00", "..%2Fadmin", "%F0%9F%8E%81", "bear-book/more", "1"];

test.each(UNKNOWN)("/products/%s is not found", async (slug) => {
  const { get } = await openPages();
  expect((await get(`/products/${slug}`)).status).toBe(404);
});

test("a product that is off sale or deleted has no page and is not in the sitemap", async () => {
  const t = await openPages();
  const lamb = await t.addProduct({ name: "Lamb" });
  expect(await t.listed()).toEqual(["/products/bear-book", "/products/lamb"]);
  // From the cache.
  for (const _ of [1, 2]) expect((await t.get("/products/lamb")).status).toBe(200);
  t.edit({ active: false });
  t.db.write((tx) => deleteRow(tx, products, lamb, { actor: "test", now: new Date() }));
  for (const slug of ["bear-book", "lamb"]) {
    expect((await t.get(`/products/${slug}`)).status).toBe(404);
  }
  expect(await t.listed()).toEqual([]);
});

test("a page is found by search engines, with the product's picture, price and data", async () => {
  const { get } = await openPages();
  const { status, headers, html } = await get("/products/bear-book");
  expect(status).toBe(200);
  expect(headers.get("X-Robots-Tag")).toBeNull();
  const url = `${SITE}/products/bear-book`;
  for (const part of [
    "<title>Bear Book | Papercub</title>",
    `<link rel="canonical" href="${url}"/>`,
    'name="description" content="All 36 weeks."',
    `property="og:image" content="${SITE}${PICTURE}"`,
    "<p>All <strong>36</strong> weeks.</p>",
    '<h2 id="inside">Inside</h2>',
    "2 pages",
    'name="successRouter" value="/upsell/1"',
  ]) {
    expect(html).toContain(part);
  }
  expect(html).not.toMatch(/<script>alert|href="javascript/);
  const json = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? "";
  expect(JSON.parse(json)).toMatchObject({
    "@graph": [
      { "@type": "Organization" },
      { "@type": "Product", name: "Bear Book", url, image: [SITE + PICTURE] },
    ],
  });
  expect(JSON.parse(json)["@graph"][1].offers).toMatchObject({ price: "37.00", url });
});

test("a page is cached until its product or a file changes", async () => {
  const { get, edit, db, clock } = await openPages();
  const first = await get("/products/bear-book");
  expect(first.headers.get("Cache-Control")).toContain("s-maxage=30");
  const etag = { "If-None-Match": first.headers.get("ETag") ?? "" };
  expect((await get("/products/bear-book", etag)).status).toBe(304);
  edit({ price: 4100 });
  expect((await get("/products/bear-book", etag)).html).toContain("$41");
  const [version] = db.select().from(fileVersions).all();
  changeRow({ db, clock }, fileVersions, version?.id ?? 0, { pages: 40 });
  expect((await get("/products/bear-book")).html).toContain("41 pages");
});

test("a product with nothing but a name and a price has a page", async () => {
  const t = await openPages();
  await t.addProduct({ name: "Plain" });
  const { status, html } = await t.get("/products/plain");
  expect(status).toBe(200);
  expect(html).toContain("$12");
  expect(html).toContain(`property="og:image" content="${SITE}/pictures/open-graph.jpg"`);
  expect(html).not.toMatch(/ pages<|Look inside|What you get|undefined|null</);
});

test("a product may be named like a page, and a page like a product", async () => {
  const t = await openPages();
  for (const name of ["Admin", "Privacy", "Products"]) {
    await t.addProduct({ name });
    const { html } = await t.get(`/products/${name.toLowerCase()}`);
    expect(html).toContain(`<title>${name} | Papercub</title>`);
  }
  const page = { slug: "bear-book", title: "About", body: "Us", updatedOn: "2026-11-20" };
  addRow(t, pages, page);
  expect((await t.get("/bear-book")).html).toContain("<title>About |");
  expect((await t.get("/products/bear-book")).html).toContain("<title>Bear Book |");
  // An existing page of the owner stays; a new one cannot have this path.
  addRow(t, pages, { ...page, slug: "products" });
  expect((await t.get("/products")).html).toContain("<title>About |");
  const created = await signInAdmin(t).create("pages", {
    ...page,
    slug: "products",
    updated_on: "2026-11-20",
  });
  expect(created.status).toBe(422);
});

describe("a former slug", () => {
  const redirectOf = async (t: Awaited<ReturnType<typeof openPages>>, path: string) => {
    const { status, headers } = await t.get(path);
    return [status, headers.get("Location")];
  };

  test("redirects to the current one with its query, and is not cached", async () => {
    const t = await openPages();
    t.edit({ slug: "bears" });
    t.edit({ slug: "all-bears" });
    const others = ["/products/bear-book", "/products/bears", "/products/All-Bears"];
    for (const path of [...others, "/Products/all-bears"]) {
      expect(await redirectOf(t, `${path}?buy&utm_source=mail`)).toEqual([
        308,
        "/products/all-bears?buy&utm_source=mail",
      ]);
    }
    const { headers } = await t.get("/products/bears");
    expect(headers.get("Cache-Control")).toBe("private, no-cache");
    t.edit({ slug: "bear-book" });
    expect((await t.get("/products/bear-book")).status).toBe(200);
    expect(await redirectOf(t, "/products/all-bears")).toEqual([308, "/products/bear-book"]);
  });

  test("belongs to the product that has it now, else to the last that had it", async () => {
    const t = await openPages();
    t.edit({ slug: "bears" });
    const second = await t.addProduct({ name: "Other Bears", slug: "bear-book" });
    expect((await t.get("/products/bear-book")).status).toBe(200);
    t.edit({ slug: "more-bears" }, second);
    expect(await redirectOf(t, "/products/bear-book")).toEqual([308, "/products/more-bears"]);
  });

  test("of a product that is off sale is not found", async () => {
    const t = await openPages();
    t.edit({ slug: "bears", active: false });
    expect((await t.get("/products/bear-book")).status).toBe(404);
  });
});

describe("a link with ?buy", () => {
  test("opens the page with the focus on the button, and creates no order", async () => {
    const t = await openPages();
    for (const query of ["?buy", "?buy=1", "?utm_source=mail&buy"]) {
      // The page without the query is in the cache.
      expect((await t.get("/products/bear-book")).html).not.toContain("autofocus");
      const { status, headers, html } = await t.get(`/products/bear-book${query}`);
      expect([status, headers.get("Cache-Control")]).toEqual([200, "private, no-cache"]);
      expect(html.match(/autofocus/g)).toHaveLength(1);
    }
    expect((await t.get("/products/bear-book?buyer")).html).not.toContain("autofocus");
    expect(t.db.select().from(orders).all()).toEqual([]);
    expect(t.simulator.control.requests()).toEqual([]);
  });
});

describe("licenses are side by side", () => {
  test.each<[string, "same files" | "upgrade" | "neither", boolean]>([
    ["of products with the same files", "same files", true],
    ["of a product and its upgrade", "upgrade", true],
    ["not of unrelated products", "neither", false],
  ])("%s", async (_name, relation, isShown) => {
    const t = await openPages();
    const classroom = await t.addProduct({
      name: "Class Bears",
      price: 8700,
      licence: "classroom",
      onLanding: false,
      ...(relation === "upgrade" && { upgradesFromId: t.book }),
    });
    if (relation === "same files") {
      t.db.sqlite
        .prepare(
          `INSERT INTO product_files (product_id, file_id, position, created_at, updated_at)
           SELECT ?, file_id, position, 0, 0 FROM product_files WHERE product_id = ?`,
        )
        .run(classroom, t.book);
    }
    const [own, other] = [await t.get("/products/bear-book"), await t.get("/products/class-bears")];
    for (const { html } of [own, other]) {
      const names = [...html.matchAll(/<h3 [^>]*>([^<]*)<\/h3>/g)].map(([, name]) => name);
      expect(names).toEqual(isShown ? ["Bear Book", "Class Bears"] : []);
    }
    expect(own.html.includes('href="/products/class-bears"')).toBe(isShown);
    expect(own.html.includes("$87")).toBe(isShown);
    t.edit({ licence: "classroom" });
    expect((await t.get("/products/bear-book")).html).not.toContain("Class Bears");
  });
});
