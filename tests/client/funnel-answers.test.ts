import { expect, test } from "vitest";
import { render } from "../../client/app/entry-server.tsx";
import type { PageSource } from "../../server/contract/pages.ts";
import { aProduct, aSource, assets, site, wordsOf } from "./fixtures.ts";

const pack = aProduct();
const dinosaurs = aProduct({ id: 3, name: "Dinosaur Busy Book", price: 1200 });
const colors = aProduct({ id: 4, name: "Color Workbook", price: 1900 });
const kids = aProduct({ id: 5, name: "Color Workbook for Kids", price: 900 });
const order = {
  sessionId: "cs_test_a1B2c3D4",
  orderNumber: "T88F-N757",
  status: "paid",
  recognised: true,
  email: "jordan@example.com",
  mistyped: false,
} as const;
const bought: Partial<PageSource> = {
  getOwnership: async () => ({ order, owned: [{ productId: 1, sessionId: order.sessionId }] }),
};

async function renderOffer(url: string, products = [pack, dinosaurs, colors, kids]) {
  const source = aSource({ listProducts: async () => products, ...bought });
  const { html } = await render({ url, site, source, assets });
  return { html, words: wordsOf(html), forms: html.split('action="/checkout/start"').slice(1) };
}

/** The products that a form sends to the checkout. */
const sentBy = (form = "") =>
  [...form.matchAll(/name="productId" value="(\d+)"/g)].map(([, id]) => Number(id));

test("beside a paid pack a yes costs the offer, and a no nothing", async () => {
  const { words, forms } = await renderOffer("/downsell?originalProductId=1");
  expect(words).toContain("If you say yesColor Workbook for Kids$9To pay on the next page$9");
  expect(words).toContain("Without it there is nothing more to pay");
  expect(forms.map(sentBy)).toEqual([[1, 5], [1]]);
});

test("beside an accepted extra a no costs the extra alone, and sends it without the offer", async () => {
  const { words, forms } = await renderOffer("/upsell2?originalProductId=1&upsellProductId=3");
  expect(words).toContain("Dinosaur Busy Book$12Color Workbook$19To pay on the next page$31");
  expect(words).toContain("Without it you pay $12 on the next page.");
  expect(forms.map(sentBy)).toEqual([
    [1, 3, 4],
    [1, 3],
  ]);
});

test("a paid pack that is off sale now blocks neither answer", async () => {
  const { html, forms } = await renderOffer("/downsell?originalProductId=1", [kids]);
  expect(forms.map(sentBy)).toEqual([[5]]);
  expect(html).toMatch(
    /href="\/checkout\/success\?sessionId=cs_test_a1B2c3D4"[^>]*>No, continue without it</,
  );
});

test("an accepted extra that is off sale now is left out of the sum and of the checkout", async () => {
  const url = "/upsell2?originalProductId=1&upsellProductId=3";
  const { words, forms } = await renderOffer(url, [pack, colors]);
  expect(words).toContain("If you say yesColor Workbook$19To pay on the next page$19");
  expect(forms.map(sentBy)).toEqual([[1, 4], [1]]);
});
