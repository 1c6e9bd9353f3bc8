import { expect, test } from "vitest";
import { OFFERS_BY_NAME } from "../../server/contract/offer-names.ts";
import { offerOf } from "../../server/pages/offers.ts";
import { aProduct, landingData } from "./fixtures.ts";
import { expectWords, renderPage } from "./render-page.ts";

const IMAGES = ["/pictures/premium-pack-640.webp"];
const LINK = /<a href="(\/[^"]*page-1[^"]*|\/uploads\/[^"]*)" class="[^"]*cursor-zoom-in/;

const landing = (product: Parameters<typeof aProduct>[0], texts = {}) =>
  renderPage("/", { "/": landingData({ products: [aProduct(product)] }) }, { texts });

test("without generated pages and sample there is nothing to look into", async () => {
  const { html, words } = await landing({ images: ["/uploads/cover.png"] });
  expect(html).not.toContain("cursor-zoom-in");
  expectWords(words, [], ["Enlarge:", "sample"]);
});

test.each(["/", "/upsell/1"])("%s links each page to its largest file", async (url) => {
  const book = { id: 2, name: "Dinosaur Busy Book", images: IMAGES, onLanding: false };
  const offer = aProduct(book);
  const products = [aProduct({ images: IMAGES }), offer];
  const ownership = { order: null, owned: [] };
  const { html } = await renderPage(url, {
    "/": landingData({ products }),
    "/upsell/:id": offerOf({
      kind: "upsell",
      choice: OFFERS_BY_NAME,
      products,
      originalId: 1,
      ownership,
    }),
  });
  expect(LINK.exec(html)?.[1]).toMatch(/^\/pictures\/\w+\/premium-pack-page-1-1280\.webp$/);
  // The large file is for the viewer only, so no page loads it by itself.
  expect(html.match(/-1280\./g)).toHaveLength(4);
});

test("a page that the owner replaced opens its own largest file", async () => {
  const files = [320, 1600, 640].map((width) => {
    return { width, type: "image/webp", path: `/uploads/mine-${width}.webp` };
  });
  const own = JSON.stringify({ alt: "Mine", width: 1600, height: 2000, files });
  const { html } = await landing({ images: IMAGES }, { "pictures.premium-pack-page-1": own });
  expect(LINK.exec(html)?.[1]).toBe("/uploads/mine-1600.webp");
});

test("a product with a sample links it on its card", async () => {
  const { html } = await landing({ sampleUrl: "/samples/premium-pack.pdf" });
  expect(html).toMatch(/<a href="\/samples\/premium-pack\.pdf"[^>]*>Open a sample \(PDF\)<\/a>/);
});
