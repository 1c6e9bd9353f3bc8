import { expect, test } from "vitest";
import { products } from "../../../db/seed/catalogue.ts";
import { PICTURES, pictureSvg } from "../../../scripts/printables/pictures.ts";

const named = (slug: string) => PICTURES.find((picture) => picture.slug === slug);

test.each(products)(
  "$name has its cover, alone and on the table, and pages to look at",
  (product) => {
    expect(named(product.cover)?.widths).toContain(640);
    expect(named(`${product.cover}-table`)?.widths).toEqual([320, 640, 960]);
    const previews = PICTURES.filter(({ slug }) => slug.startsWith(`${product.cover}-page-`));
    expect(previews.length).toBeGreaterThanOrEqual(product.price > 2000 ? 6 : 4);
    expect(new Set(previews.map(({ alt }) => alt)).size).toBe(previews.length);
  },
);

test("every picture has a name of its own, words for those who cannot see it, and draws", () => {
  expect(new Set(PICTURES.map(({ slug }) => slug)).size).toBe(PICTURES.length);
  for (const picture of PICTURES) {
    expect(picture.alt.length).toBeGreaterThan(10);
    expect(pictureSvg(picture, 320)).not.toMatch(/NaN|undefined|<text/);
  }
});
