import { expect, test, vi } from "vitest";
import { render } from "../../client/entry-server.tsx";
import type { PageSource } from "../../client/lib/page-source.ts";
import type { Ownership } from "../../server/contract/store.ts";
import { aProduct, aSource, assets, site } from "./fixtures.ts";

const order = {
  sessionId: "cs_test_a1B2c3D4",
  orderNumber: "T88F-N757",
  status: "paid",
  recognised: true,
} as const;
const cancelled = "/checkout/cancel?offer=upsell2&originalProductId=1&upsellProductId=3";
const offers = [
  aProduct(),
  aProduct({ id: 3, name: "Dinosaur Busy Book", price: 1200 }),
  aProduct({ id: 4, name: "Color Workbook", price: 1900 }),
];

function holding(held: Ownership["order"]): Partial<PageSource> {
  return { getOwnership: async () => ({ order: held, ownedIds: [] }) };
}

async function renderPage(url: string, source: Partial<PageSource> = {}, report = vi.fn()) {
  const listProducts = async () => offers;
  const changed = aSource({ listProducts, ...source });
  const { html } = await render({ url, site, source: changed, assets, report });
  const words = html
    .replace(/<script.*?<\/script>/gs, "")
    .replace(/<!--.*?-->|<[^>]+>/g, "")
    .replaceAll("&#x27;", "'");
  return { html, words, title: /<title>(.*?)<\/title>/.exec(html)?.[1] };
}

test("a payment cancelled beside a paid order names that order, and leads to it and to the offer", async () => {
  const getOwnership = vi.fn(async () => ({ order, ownedIds: [1] }));
  const { html, words } = await renderPage(cancelled, { getOwnership });
  expect(words).toContain("No charges were made.");
  expect(words).toContain("Your order T88F-N757 is paid and safe. Nothing more was charged.");
  expect(words).not.toContain("What is waiting for you");
  expect(html).toMatch(/href="\/checkout\/success\?sessionId=cs_test_a1B2c3D4"[^>]*>See my order</);
  expect(html).toMatch(
    /href="\/upsell2\?originalProductId=1&amp;upsellProductId=3"[^>]*>Back to the offer</,
  );
  expect(getOwnership).toHaveBeenCalledExactlyOnceWith({
    originalId: 1,
    otherIds: [],
    sessionId: undefined,
  });
});

test("an order whose payment is under way is not called paid", async () => {
  const { words } = await renderPage(cancelled, holding({ ...order, status: "processing" }));
  expect(words).toContain("T88F-N757 is safe: its payment is being processed.");
  expect(words).not.toContain("is paid");
});

test("without an order the cancelled page says what is waiting, and still knows the offer", async () => {
  const { words } = await renderPage(cancelled, holding(null));
  expect(words).toContain("What is waiting for you");
  expect(words).toContain("Back to the offer");
  expect(words).not.toContain("Your order");
});

test("a cancelled payment of no offer asks for nobody's orders", async () => {
  const getOwnership = vi.fn();
  const { words } = await renderPage("/checkout/cancel?offer=//evil.example", { getOwnership });
  expect(words).toContain("What is waiting for you");
  expect(words).not.toContain("Back to the offer");
  expect(getOwnership).not.toHaveBeenCalled();
});

test("an order that cannot be looked up is reported, and the page stands", async () => {
  const failure = new Error("the provider is down");
  const report = vi.fn();
  const source = { getOwnership: () => Promise.reject(failure) };
  const { words } = await renderPage(cancelled, source, report);
  expect(words).toContain("Payment Cancelled");
  expect(report).toHaveBeenCalledExactlyOnceWith(failure);
});

test("an offer's payment that is cancelled comes back with the offer's name", async () => {
  const { html } = await renderPage("/upsell2?originalProductId=1&upsellProductId=3");
  const cancelRouter =
    'name="cancelRouter" value="/checkout/cancel?offer=upsell2&amp;originalProductId=1&amp;upsellProductId=3"';
  expect(html.split(cancelRouter)).toHaveLength(3);
});

test("an order is called safe only where there is one", async () => {
  const without = await renderPage("/upsell/1", holding(null));
  expect(without.words).toContain("Nothing has been charged.");
  expect(without.words).not.toContain("Your order is safe");
  const paid = await renderPage("/upsell/1", holding(order));
  expect(paid.words).toContain("Your order is safe. Premium Pack is paid");
  const processing = await renderPage("/upsell/1", holding({ ...order, status: "processing" }));
  expect(processing.words).toContain("Your order is safe. Your payment is being processed.");
});

test.each([
  ["/upsell/1", "One more thing for your order"],
  ["/upsell2?originalProductId=1", "One more thing for your order"],
  ["/downsell?originalProductId=1", "Something went wrong"],
  ["/upsell2", "Something went wrong"],
  ["/upsell/abc", "Something went wrong"],
])("%s is titled %s", async (url, title) => {
  expect((await renderPage(url)).title).toBe(`${title} | Papercub`);
});

test("an offer that may come another time can be asked for again, one without its pack cannot", async () => {
  const offSale = await renderPage("/downsell?originalProductId=1", holding(order));
  expect(offSale.words).toContain("Try again");
  expect(offSale.words).toContain("Go to my order");
  expect(offSale.words).toContain("Back to Homepage");
  expect((await renderPage("/downsell")).words).not.toContain("Try again");
});
