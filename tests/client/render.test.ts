import { describe, expect, test, vi } from "vitest";
import { render, type RenderInput } from "../../client/entry-server.tsx";
import { ApiError } from "../../client/lib/answer.ts";
import type { PurchaseDetail } from "../../server/contract/store.ts";
import {
  aFile,
  anItem,
  aProduct,
  aPurchase,
  aSource,
  assets,
  SESSION_ID,
  site,
  wordsOf,
} from "./fixtures.ts";

const success = `/checkout/success?sessionId=${SESSION_ID}`;
const plain = `${success}&plain=1`;

function renderPage(url: string, changes: Partial<RenderInput> = {}) {
  return render({ url, site, source: aSource(), assets, report: vi.fn(), ...changes });
}

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
  expect(page.html).toContain(`<link rel="canonical" href="https://papercub.example${path}"/>`);
  expect(page.html.includes('name="robots" content="noindex"')).toBe(!indexable);
  expect(page.html.match(/<h1/g)).toHaveLength(1);
  expect(page.html.match(/<main/g)).toHaveLength(1);
});

test("what the first paint needs comes first: the style, then the fonts, then the script", async () => {
  const { html } = await renderPage("/");
  const places = ["/assets/app.css", "/assets/figtree.woff2", "/assets/entry.js"].map((file) =>
    html.indexOf(file),
  );
  expect(places[0]).toBeGreaterThan(0);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
});

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
  const page = await renderPage("/checkout/error?utm_source=a&error=Card%20declined+twice");
  expect(page.status).toBe(200);
  expect(wordsOf(page.html)).toContain("Card declined twice");
});

test("the landing page sells the packs without a script", async () => {
  const products = [
    aProduct({ id: 3, name: "Dinosaur Busy Book" }),
    aProduct({ id: 2, name: "Advanced Pack", price: 2750, listPrice: 9700 }),
    aProduct(),
  ];
  const { html } = await renderPage("/", {
    source: aSource({ listProducts: async () => products }),
  });
  const words = wordsOf(html);
  expect(words).toContain(
    "Tired of Screen-Time Battles? Unlock 36 Weeks of Fun, Screen-Free Learning Your Child Will LOVE",
  );
  expect(html).toMatch(/<a href="#pricing"[^>]*>GET INSTANT ACCESS<\/a>/);
  expect(html).toContain('<section id="pricing"');
  expect(words).not.toContain("Dinosaur Busy Book");
  expect(words).toContain("One-time payment • Instant access");
  expect(words.indexOf("Premium Pack")).toBeLessThan(words.indexOf("Advanced Pack"));
  expect(words).toContain("Price $37List price $117");
  expect(words).toContain("Price $27.50List price $97");
  expect(html.match(/<form action="\/checkout\/start" method="post"/g)).toHaveLength(2);
  expect(html).toContain('<input type="hidden" name="productId" value="1"/>');
  expect(html).toContain('name="successRouter" value="/upsell/1"');
  expect(html).toContain('name="cancelRouter" value="/checkout/cancel"');
});

test("a failed product list is reported and leaves a calm page", async () => {
  const report = vi.fn();
  const failure = new Error("SQLITE_BUSY: database is locked");
  const page = await renderPage("/", {
    report,
    source: aSource({ listProducts: () => Promise.reject(failure) }),
  });
  expect(page.status).toBe(200);
  expect(wordsOf(page.html)).toContain("The packs are taking a short nap");
  expect(page.html).not.toContain("SQLITE");
  expect(report).toHaveBeenCalledExactlyOnceWith(failure);
});

test("a refused file link leads to the account, to Find my order and to a person", async () => {
  const { html, status } = await renderPage("/files/7/month-1.pdf");
  expect(status).toBe(404);
  expect(wordsOf(html)).toContain("This file link does not open");
  // Its mail may be the only one, and as old as the link.
  expect(wordsOf(html)).not.toContain("newest mail");
  const [main = ""] = /<main.*<\/main>/s.exec(html) ?? [];
  for (const href of [
    "/login?returnUrl=%2Faccount",
    "/orders/find",
    `mailto:${site.supportEmail}`,
  ]) {
    expect(main).toContain(`href="${href}"`);
  }
});

test("page data cannot close its script element", async () => {
  const evil = aProduct({ description: "</script><script>alert(1)</script>" });
  const { html } = await renderPage("/", { source: aSource({ listProducts: async () => [evil] }) });
  expect(html).not.toContain("<script>alert");
  const json = /id="page-data">(.*?)<\/script>/s.exec(html)?.[1] ?? "";
  expect(JSON.parse(json)).toMatchObject({ site, products: { value: [evil] } });
});

test("the demo says so on every page", async () => {
  const { html } = await renderPage("/nowhere", { site: { ...site, demo: true } });
  expect(wordsOf(html)).toContain("This is a demo: no money moves.");
  expect(html).toContain('href="/demo/mail"');
});

test("the success page loads in the browser and names the way without a script", async () => {
  const getPurchase = vi.fn();
  const { html } = await renderPage(success, { source: aSource({ getPurchase }) });
  expect(wordsOf(html)).toContain("Verifying purchase information...");
  expect(html).toContain(`http-equiv="refresh" content="0; url=${success}&amp;plain=1"`);
  expect(getPurchase).not.toHaveBeenCalled();
});

test("without a session id the success page says so at once", async () => {
  const { html } = await renderPage("/checkout/success");
  expect(wordsOf(html)).toContain("Missing sessionId parameter");
  expect(wordsOf(html)).not.toContain("Retry Verification");
});

test("the plain success page shows the purchase in full", async () => {
  const { html } = await renderPage(plain);
  const words = wordsOf(html);
  for (const text of [
    "Purchase Successful!",
    "Thank you for your purchase, your order has been confirmed",
    "We sent your files to",
    "jordan@example.com",
    "Your Order (1 item(s))",
    "Order IDcs_test_a1B2c3D4",
    "PC-2K7QX",
    "$37.00 USD",
    "104 pages",
    "Month 1, A4 · 1.2 MB",
    "Back to Home",
  ]) {
    expect(words).toContain(text);
  }
  expect(html).toMatch(/href="\/files\/product\/1\/premium-pack\.zip\?token=t" target="_blank"/);
});

test("a product of one file is downloaded as it is, one of several in a ZIP of a named size", async () => {
  const products = [anItem(), anItem({ id: 2, name: "Mazes", productName: "", files: [aFile()] })];
  const { html } = await renderPage(plain, {
    source: aSource({ getPurchase: async () => aPurchase({ products }) }),
  });
  const ways = [...html.matchAll(/<a href="([^"]*)"[^>]*>(?:<svg.*?<\/svg>)([^<]*)/g)];
  expect(ways.map(([, href, text]) => [href, text])).toEqual([
    ["/files/product/1/premium-pack.zip?token=t", "Download all (ZIP, 2.5 MB)"],
    ["/files/7/month-1-a4.pdf?token=t", "Download"],
  ]);
});

test("products without names, links or types have their fallbacks", async () => {
  const products = [
    anItem({ name: "", productName: "", downloadUrl: null, fileUrl: "/files/7/a.pdf", files: [] }),
    anItem({
      id: 2,
      type: "subscription",
      billingPeriod: "month",
      productName: "",
      name: "",
      files: [aFile({ id: 8 })],
    }),
  ];
  const { html } = await renderPage(plain, {
    source: aSource({ getPurchase: async () => aPurchase({ products }) }),
  });
  const words = wordsOf(html);
  expect(words).toContain("Your Order (2 item(s))");
  expect(words).toContain("Product 1$37.00 USDDownload: Product 1");
  expect(words).toContain("Product 2$37.00 USD a monthsubscription");
  expect(words).toContain(
    "Your subscription is activated. Please use jordan@example.com to log in. It renews every month; you can cancel any time in your account.",
  );
});

test("a purchase of another browser is masked and can be mailed again", async () => {
  const products = [anItem({ downloadUrl: null, fileUrl: null, files: [] })];
  const purchase = aPurchase({ masked: true, customerEmail: "j***@example.com", products });
  const { html } = await renderPage(plain, {
    source: aSource({ getPurchase: async () => purchase }),
  });
  expect(wordsOf(html)).toContain("Mail my files again");
  expect(html).not.toContain("/files/");
});

test("both paper sizes of a printable stand in one row, each link with a name of its own", async () => {
  const files = [
    aFile({ id: 1, bytes: 558_000 }),
    aFile({ id: 2, title: "Mazes", paper: null, pages: 12 }),
    aFile({ id: 3, title: "Month 1 (US Letter)", paper: "letter", pages: 105, bytes: 559_000 }),
  ];
  const products = [anItem({ files })];
  const { html } = await renderPage(plain, {
    source: aSource({ getPurchase: async () => aPurchase({ products }) }),
  });
  expect(wordsOf(html)).toContain(
    "Month 1104 pages / 105 pagesMonth 1, A4 · 558 kBMonth 1, US Letter · 559 kBMazes12 pages",
  );
  expect(wordsOf(html)).toContain("Mazes, PDF · 1.2 MB");
});

describe("the address can be corrected", () => {
  const renderPurchase = (changes: Partial<PurchaseDetail>) =>
    renderPage(plain, { source: aSource({ getPurchase: async () => aPurchase(changes) }) });

  test("by the browser that paid", async () => {
    const words = wordsOf((await renderPurchase({ canCorrectAddress: true })).html);
    expect(words).toContain("Wrong address?");
    expect(words).not.toContain("Did you mean");
    expect(words).toContain("Wrong address? Write to us and name your order number: hello@");
  });

  test("and a likely slip is asked about at once", async () => {
    const changes = { canCorrectAddress: true, customerEmail: "anna@gmial.com" };
    const words = wordsOf((await renderPurchase(changes)).html);
    expect(words).toContain("Did you mean anna@gmail.com?");
    expect(words).toContain("Yes, send it there");
    expect(words).toContain("No, it is right");
  });

  test("by nobody else", async () => {
    const words = wordsOf((await renderPurchase({ customerEmail: "anna@gmial.com" })).html);
    expect(words).not.toContain("Wrong address?");
    expect(words).not.toContain("Did you mean");
  });
});

test("a payment on its way promises the mail", async () => {
  const { html } = await renderPage(plain, {
    source: aSource({ getPurchase: async () => aPurchase({ status: "processing" }) }),
  });
  expect(wordsOf(html)).toContain("Your payment is being processed");
  expect(wordsOf(html)).not.toContain("Purchase Successful!");
});

test.each([
  [new ApiError("This payment has not been completed."), "This payment has not been completed."],
  [new Error("no such table: orders"), "An unexpected error occurred. Please try again."],
])("a failed verification shows its public reason", async (failure, text) => {
  const { html } = await renderPage(plain, {
    source: aSource({ getPurchase: () => Promise.reject(failure) }),
  });
  expect(wordsOf(html)).toContain("Purchase Failed");
  expect(wordsOf(html)).toContain(`Failed to get purchase information: ${text}`);
  expect(wordsOf(html)).toContain("Retry Verification");
  expect(html).not.toContain("no such table");
});

test("an empty purchase is not found", async () => {
  const { html } = await renderPage(plain, {
    source: aSource({ getPurchase: async () => aPurchase({ products: [] }) }),
  });
  expect(wordsOf(html)).toContain("Purchase Information Not Found");
  expect(wordsOf(html)).toContain("Please check if the sessionId is correct");
});

test("the cancel page has the three ways on", async () => {
  const words = wordsOf((await renderPage("/checkout/cancel")).html);
  for (const text of ["No charges were made", "Try Payment Again", "Return to Shop", "Go Back"]) {
    expect(words).toContain(text);
  }
});

test("the error page shows its reason as plain text", async () => {
  const url = `/checkout/error?error=${encodeURIComponent("<img src=x onerror=alert(1)>")}`;
  const { html } = await renderPage(url);
  expect(html).toContain("&lt;img src=x onerror=alert(1)&gt;");
  expect(wordsOf((await renderPage("/checkout/error")).html)).toContain(
    "An unexpected error occurred during checkout. Please try again.",
  );
});
