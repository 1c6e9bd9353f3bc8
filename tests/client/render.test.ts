import { expect, test } from "vitest";
import { aProduct, aPurchase, landingData, SESSION_ID, site } from "./fixtures.ts";
import { expectWords, renderPage } from "./render-page.ts";

const success = `/checkout/success?sessionId=${SESSION_ID}`;

const mainOf = (html: string) => /<main.*<\/main>/s.exec(html)?.[0] ?? "";

test.each([
  ["/", 200, true, "36 Weeks of Printable, Screen-Free Preschool Learning"],
  ["/checkout/cancel", 200, false, "Payment Cancelled"],
  ["/checkout/error", 200, false, "Checkout Error"],
  [success, 200, false, "Your purchase"],
  [`${success}&plain=1`, 200, false, "Your purchase"],
  ["/nowhere", 404, false, "Page not found"],
])(
  "%s is a complete document with status %i and no inline code",
  async (url, status, indexable, title) => {
    const data = url.includes("plain") ? { "/checkout/success": { purchase: aPurchase() } } : {};
    const page = await renderPage(url, data);
    expect(page).toMatchObject({ status, indexable });
    expect(page.html).toMatch(/^<!doctype html><html lang="en">/);
    expect(page.html).toContain(`<title>${title} | Papercub</title>`);
    const path = url.split("?")[0];
    const canonical = `<link rel="canonical" href="https://papercub.example${path}"/>`;
    // All unknown paths share one document, so it has no canonical URL.
    expect(page.html.includes(canonical)).toBe(status === 200);
    expect(page.html.includes('name="robots" content="noindex"')).toBe(!indexable);
    expect(page.html.match(/<h1/g)).toHaveLength(1);
    expect(page.html.match(/<main/g)).toHaveLength(1);
    expect(page.html).not.toMatch(/\son[a-z]+="/);
    expect(page.html.match(/<script[^>]*>/g)).toEqual([
      '<script type="module" src="/assets/entry.js">',
      ...(url === "/" ? ['<script type="application/ld+json">'] : []),
      '<script type="application/json" id="page-data">',
    ]);
  },
);

test("the head loads styles, then fonts, then the script, and has icons for all devices", async () => {
  const { html } = await renderPage("/");
  const places = ["/assets/app.css", "/assets/figtree.woff2", "/assets/entry.js"].map((file) =>
    html.indexOf(file),
  );
  expect(places[0]).toBeGreaterThan(0);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expectWords(html, ['href="/pictures/icon-32.png"', 'rel="apple-touch-icon"']);
});

test.each(["/", "/contact", "/checkout/success", "/nowhere"])(
  "%s has the owner's brand alone, and no share picture that shows another",
  async (url) => {
    const own = { brand: "Lumi", publicUrl: "https://lumi.example", supportEmail: "a@b.c" };
    const { html } = await renderPage(url, {}, own);
    expect(html).not.toMatch(/og:image|twitter:image/);
    expect(html).not.toMatch(/papercub/i);
  },
);

test("the landing page sells the packs without a script", async () => {
  const products = [
    aProduct({ id: 3, name: "Dinosaur Busy Book", onLanding: false }),
    aProduct({ id: 2, name: "Advanced Pack", price: 2750, listPrice: 9700 }),
    aProduct(),
  ];
  const { html, words } = await renderPage("/", { "/": landingData({ products }) });
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
  expect(words.indexOf("Premium Pack")).toBeLessThan(words.indexOf("Advanced Pack"));
  expect(html).toMatch(/<a href="#pricing"[^>]*>GET INSTANT ACCESS<\/a>/);
  expect(html.match(/<form action="\/checkout\/start" method="post"/g)).toHaveLength(2);
  expectWords(html, [
    '<section id="pricing"',
    '<input type="hidden" name="productId" value="1"/>',
    'name="successRouter" value="/upsell/1"',
    'name="cancelRouter" value="/checkout/cancel"',
  ]);
});

test("without products there is a calm page", async () => {
  const page = await renderPage("/", { "/": landingData({ products: [] }) });
  expect(page.status).toBe(200);
  expectWords(page.html, ["The packs are taking a short nap"]);
});

test("a refused file link leads to the account, to Find my order and to support", async () => {
  const { html, status, words } = await renderPage("/files/7/month-1.pdf");
  expect(status).toBe(404);
  // The link may be from the only mail, so do not refer to a newer one.
  expectWords(words, ["This file link no longer works"], ["newest mail"]);
  const ways = ["/login?returnUrl=%2Faccount", "/orders/find", `mailto:${site.supportEmail}`];
  for (const href of ways) expect(mainOf(html)).toContain(`href="${href}"`);
  expect(mainOf((await renderPage("/nowhere")).html)).toMatch(/<a[^>]*href="\/"/);
});

test("page data cannot close its script element", async () => {
  const evil = aProduct({ description: "</script><script>alert(1)</script>" });
  const data = landingData({ products: [evil] });
  const { html } = await renderPage("/", { "/": data });
  expect(html).not.toContain("<script>alert");
  const json = /id="page-data">(.*?)<\/script>/s.exec(html)?.[1] ?? "";
  expect(JSON.parse(json)).toEqual({ site, data });
});

const DEMO = ["This is a demo: no real payments.", 'href="/demo/mail"', 'action="/demo/admin"'];
const TEST_MODE = "Test mode: no real payments. Pay with the provider&#x27;s test cards.";

test.each([
  ["demo", DEMO, [TEST_MODE]],
  ["test", [TEST_MODE], DEMO],
  ["live", [], [TEST_MODE, ...DEMO]],
] as const)("every page names the mode: %s", async (mode, shown, hidden) => {
  const { html } = await renderPage("/nowhere", {}, { mode });
  expectWords(html, [...shown], [...hidden]);
});

test("the cancel page has three ways on", async () => {
  const { words } = await renderPage("/checkout/cancel");
  expectWords(words, ["No charges were made", "Try Payment Again", "Return to Shop", "Go Back"]);
});

test.each([
  [undefined, "An unexpected error occurred during checkout. Please try again."],
  [null, "An unexpected error occurred during checkout. Please try again."],
  ["Please choose a product.", "Please choose a product."],
])("the error page with %j shows %s", async (text, shown) => {
  const { words } = await renderPage("/checkout/error", { "/checkout/error": text });
  expect(words).toContain(shown);
});

test("pages rendered at the same time each have their own texts", async () => {
  const pageWith = (headline: string) =>
    renderPage("/", {}, { texts: { "story.hero.headline": headline, "landing.title": headline } });
  const pages = await Promise.all([pageWith("First"), renderPage("/"), pageWith("Second")]);
  const headlines = pages.map(({ html }) => /<h1[^>]*>(\w+)/.exec(html)?.[1]);
  expect(headlines).toEqual(["First", "Tired", "Second"]);
  expect([pages[0].title, pages[2].title]).toEqual(["First", "Second"]);
});
