import { describe, expect, test, vi } from "vitest";
import type { PageRequest } from "../../server/contract/pages.ts";
import { render } from "../../client/app/entry-server.tsx";
import { ApiError } from "../../client/lib/answer.ts";
import type { PurchaseDetail } from "../../server/contract/store.ts";
import {
  aFile,
  anItem,
  aPurchase,
  aSource,
  assets,
  SESSION_ID,
  site,
  wordsOf,
} from "./fixtures.ts";

const success = `/checkout/success?sessionId=${SESSION_ID}`;
const plain = `${success}&plain=1`;

function renderPage(url: string, changes: Partial<PageRequest> = {}) {
  return render({ url, site, source: aSource(), assets, report: vi.fn(), ...changes });
}

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
    "DateNovember 21, 2026",
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

describe("the mail to its address", () => {
  const wordsFor = async (changes: Partial<PurchaseDetail>) => {
    const getPurchase = async () => aPurchase({ canCorrectAddress: true, ...changes });
    return wordsOf((await renderPage(plain, { source: aSource({ getPurchase }) })).html);
  };
  const ASKED = "Is there a slip in the address?";

  test("is called sent only when it is", async () => {
    const words = await wordsFor({ mail: "waiting" });
    expect(words).toContain("Your files are on their way to");
    expect(words).not.toContain("We sent");
  });

  test.each(["paid", "processing"] as const)(
    "asks for the right one when it was not taken (%s)",
    async (status) => {
      const words = await wordsFor({ status, mail: "failed" });
      expect(words).toContain(ASKED);
      expect(words).toContain("Wrong address?");
      expect(words).not.toContain("We sent");
    },
  );

  test("asks nobody who cannot correct it", async () => {
    const words = await wordsFor({ mail: "failed", canCorrectAddress: false });
    expect(words).toContain("We could not send your files to");
    expect(words).toContain("Mail my files again");
    for (const wrong of [ASKED, "spam folder"]) expect(words).not.toContain(wrong);
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
