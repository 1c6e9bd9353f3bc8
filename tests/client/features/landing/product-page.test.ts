import { expect, test } from "vitest";
import type { PageData } from "../../../../server/pages/loaders.ts";
import { productData } from "../../fixtures.ts";
import { expectWords, renderPage } from "../../render-page.ts";

const UPLOADS = ["cover", "one", "two"].map((name) => `/uploads/${"a".repeat(64)}/${name}.webp`);

const render = (data: PageData["/products/:id"], site = {}) =>
  renderPage("/products/pack", { "/products/:id": data }, site);

test("a page shows pages, paper, badge, list price and what the smaller pack leaves out", async () => {
  const features = "abcdefghi".split("").map((letter) => `Feature ${letter}`);
  const { words } = await render(
    productData({ name: "Advanced Pack", listPrice: 9700, badge: "NEW", features }),
  );
  expectWords(words, [
    "1,402 pages",
    "A4 and US Letter",
    "NEW",
    "Price $37List price $97",
    "Feature i Not included",
  ]);
  const { words: unlisted } = await render(productData({ listPrice: 9700 }), {
    showListPrices: false,
  });
  expectWords(unlisted, ["$37"], ["List price", "Not included"]);
});

test.each([
  [["a4"], "A4"],
  [["letter"], "US Letter"],
] as const)("a page in the paper %j says %s", async (papers, text) => {
  const { words } = await render(productData({}, { pages: null, papers: [...papers] }));
  expectWords(words, [`NOW${text}All`], ["1,402 pages"]);
});

test("the pictures after an uploaded cover can be enlarged, also without script", async () => {
  const { html } = await render(productData({ name: "Bears", images: UPLOADS }));
  const [section = ""] =
    /<section aria-labelledby="inside-heading".*?<\/section>/s.exec(html) ?? [];
  expect([...section.matchAll(/<a href="([^"]*)"/g)].map(([, href]) => href)).toEqual(
    UPLOADS.slice(1),
  );
  expect(section).toContain('alt="Bears, picture 2"');
  expect(html).toContain(`<img src="${UPLOADS[0]}" alt=""`);
  const { html: single } = await render(productData({ images: UPLOADS.slice(0, 1) }));
  expect(single).not.toContain("inside-heading");
});

test("a code that does not lower the price is named", async () => {
  const discount = { code: "SPRING", prices: { 99: 500 } };
  const { words } = await render(productData({}, { discount }));
  expectWords(words, ["Your code is for another product"], ["with code"]);
});

test("a product is sold as a gift if the shop does so and it is no subscription", async () => {
  const { html } = await render(productData(), { gifts: true });
  const [form = ""] = /<details.*?<\/details>/s.exec(html) ?? [];
  expect(form).toContain('action="/checkout/start"');
  expect(form).toMatch(/<input type="email"[^>]* required=""[^>]* name="giftTo"/);
  expect(form).toContain('name="successRouter" value="/checkout/success"');
  const club = productData({ type: "subscription", billingPeriod: "month" });
  for (const page of [await render(club, { gifts: true }), await render(productData())]) {
    expectWords(page.words, [], ["Buy as a gift"]);
  }
});
