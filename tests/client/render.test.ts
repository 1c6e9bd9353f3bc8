import { expect, test } from "vitest";
import { aProduct, SESSION_ID, site } from "./fixtures.ts";
import { expectWords, renderPage } from "./render-page.ts";

const success = `/checkout/success?sessionId=${SESSION_ID}`;
const plain = `${success}&plain=1`;

const mainOf = (html: string) => /<main.*<\/main>/s.exec(html)?.[0] ?? "";

test.each([
  ["/", 200, true, "36 Weeks of Printable, Screen-Free Preschool Learning"],
  ["/checkout/cancel", 200, false, "Payment Cancelled"],
  ["/checkout/error", 200, false, "Checkout Error"],
  [success, 200, false, "Your purchase"],
  ["/nowhere", 404, false, "Page not found"],
])("%s answers %i", async (url, status, indexable, title) => {
  const page = await renderPage(url);
  expect(page).toMatchObject({ status, indexable });
  expect(page.html).toMatch(/^<!doctype html><html lang="en">/);
  expect(page.html).toContain(`<title>${title} | Papercub</title>`);
  const path = url.split("?")[0];
  const canonical = `<link rel="canonical" href="https://papercub.example${path}"/>`;
  // One document answers every address without a page.
  expect(page.html.includes(canonical)).toBe(status === 200);
  expect(page.html.includes('name="robots" content="noindex"')).toBe(!indexable);
  expect(page.html.match(/<h1/g)).toHaveLength(1);
  expect(page.html.match(/<main/g)).toHaveLength(1);
});

test("an unknown page leads home", async () => {
  const { html } = await renderPage("/nowhere");
  expect(mainOf(html)).toMatch(/<a[^>]*href="\/"/);
});

test("what the first paint needs comes first: the style, then the fonts, then the script", async () => {
  const { html } = await renderPage("/");
  const places = ["/assets/app.css", "/assets/figtree.woff2", "/assets/entry.js"].map((file) =>
    html.indexOf(file),
  );
  expect(places[0]).toBeGreaterThan(0);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
});

test.each(["/", "/terms", "/contact", "/checkout/success", "/nowhere"])(
  "%s bears the owner's name and no other, down to the words of its share picture",
  async (url) => {
    const own = { brand: "Lumi", publicUrl: "https://lumi.example", supportEmail: "a@b.c" };
    const { html } = await renderPage(url, {}, own);
    expect(html).toContain(
      'property="og:image:alt" content="Printed pages of Lumi and the words: ',
    );
    expect(html).not.toMatch(/papercub/i);
  },
);

test("there is an icon for browsers without SVG, and one for a phone's home screen", async () => {
  const { html } = await renderPage("/");
  expect(html).toContain('<link rel="icon" href="/pictures/icon-32.png" sizes="32x32"/>');
  expect(html).toContain('<link rel="apple-touch-icon" href="/pictures/apple-touch-icon.png"/>');
});

test("no page has inline code", async () => {
  for (const url of ["/", plain, "/checkout/cancel", "/checkout/error", "/nowhere"]) {
    const { html } = await renderPage(url);
    expect(html).not.toMatch(/\son[a-z]+="/);
    const scripts = html.match(/<script[^>]*>/g) ?? [];
    expect(scripts).toEqual([
      '<script type="module" src="/assets/entry.js">',
      ...(url === "/" ? ['<script type="application/ld+json">'] : []),
      '<script type="application/json" id="page-data">',
    ]);
  }
});

test("a path with a slash too many is sent on", async () => {
  const page = await renderPage("/checkout/error/?error=x");
  expect(page).toMatchObject({ status: 308, location: "/checkout/error?error=x" });
});

test("unknown query keys and odd spellings are left alone", async () => {
  const page = await renderPage("/checkout/error?utm_source=a&error=Please%20choose+a+product.");
  expect(page.status).toBe(200);
  expect(page.words).toContain("Please choose a product.");
});

test("the landing page sells the packs without a script", async () => {
  const products = [
    aProduct({ id: 3, name: "Dinosaur Busy Book" }),
    aProduct({ id: 2, name: "Advanced Pack", price: 2750, listPrice: 9700 }),
    aProduct(),
  ];
  const { html, words } = await renderPage("/", { listProducts: async () => products });
  expectWords(
    words,
    [
      "Tired of Screen-Time Battles? Unlock 36 Weeks of Fun, Screen-Free Learning Your Child Will LOVE",
      "One-time payment • Instant access",
      "Price $37List price $117",
      "Price $27.50List price $97",
    ],
    ["Dinosaur Busy Book"],
  );
  expect(html).toMatch(/<a href="#pricing"[^>]*>GET INSTANT ACCESS<\/a>/);
  expect(html).toContain('<section id="pricing"');
  expect(words.indexOf("Premium Pack")).toBeLessThan(words.indexOf("Advanced Pack"));
  expect(html.match(/<form action="\/checkout\/start" method="post"/g)).toHaveLength(2);
  expect(html).toContain('<input type="hidden" name="productId" value="1"/>');
  expect(html).toContain('name="successRouter" value="/upsell/1"');
  expect(html).toContain('name="cancelRouter" value="/checkout/cancel"');
});

test("a failed product list is reported and leaves a calm page", async () => {
  const failure = new Error("SQLITE_BUSY: database is locked");
  const page = await renderPage("/", { listProducts: () => Promise.reject(failure) });
  expect(page.status).toBe(200);
  expectWords(page.html, ["The packs are taking a short nap"], ["SQLITE"]);
  expect(page.report).toHaveBeenCalledExactlyOnceWith(failure);
});

test("a refused file link leads to the account, to Find my order and to a person", async () => {
  const { html, status, words } = await renderPage("/files/7/month-1.pdf");
  expect(status).toBe(404);
  // Its mail may be the only one, and as old as the link.
  expectWords(words, ["This file link no longer works"], ["newest mail"]);
  const ways = ["/login?returnUrl=%2Faccount", "/orders/find", `mailto:${site.supportEmail}`];
  for (const href of ways) expect(mainOf(html)).toContain(`href="${href}"`);
});

test("page data cannot close its script element", async () => {
  const evil = aProduct({ description: "</script><script>alert(1)</script>" });
  const { html } = await renderPage("/", { listProducts: async () => [evil] });
  expect(html).not.toContain("<script>alert");
  const json = /id="page-data">(.*?)<\/script>/s.exec(html)?.[1] ?? "";
  expect(JSON.parse(json)).toMatchObject({ site, reads: { listProducts: { value: [evil] } } });
});

test("the demo says so on every page", async () => {
  const { html } = await renderPage("/nowhere", {}, { mode: "demo" });
  expectWords(html, ["This is a demo: no money moves.", 'href="/demo/mail"']);
  expectWords(html, ['action="/demo/admin"', "Open the admin</button>"]);
});

test("a shop in test mode says so on every page, and has no demo pages", async () => {
  const { html, words } = await renderPage("/nowhere", {}, { mode: "test" });
  expect(words).toContain("Test mode: payments use the provider's test cards, no money moves.");
  expect(html).not.toMatch(/"\/demo|This is a demo/);
  expect((await renderPage("/nowhere")).words).not.toMatch(/demo|test mode/i);
});

test("the cancel page has the three ways on", async () => {
  const { words } = await renderPage("/checkout/cancel");
  expectWords(words, ["No charges were made", "Try Payment Again", "Return to Shop", "Go Back"]);
});

test("the error page shows no words but the shop's own", async () => {
  const url = `/checkout/error?error=${encodeURIComponent("<img src=x onerror=alert(1)>")}`;
  expect((await renderPage(url)).html).not.toContain("onerror");
  expect((await renderPage("/checkout/error")).words).toContain(
    "An unexpected error occurred during checkout. Please try again.",
  );
});
