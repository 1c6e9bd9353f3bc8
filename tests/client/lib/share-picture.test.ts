import { expect, test } from "vitest";
import { PICTURE_FOLDER } from "../../../client/content/pictures.ts";
import { sharePictureOf } from "../../../client/lib/share-picture.ts";

const LOGO = `/uploads/${"a".repeat(64)}/logo.webp`;
const file = (name: string, width: number, type: string) => ({
  width,
  type,
  path: `/uploads/${"b".repeat(64)}/${name}`,
});
const own = (alt: string) =>
  JSON.stringify({
    alt,
    width: 640,
    height: 828,
    files: [file("a.avif", 640, "image/avif"), file("a.webp", 320, "image/webp")],
  });
const HERO = { path: file("a.webp", 0, "").path, size: { width: 320, height: 414 }, alt: "Kids" };
const BUILT_IN = { path: "/pictures/open-graph.jpg", size: { width: 1200, height: 630 } };

const COVER = `/uploads/${"c".repeat(64)}/cover.webp`;
test.each([
  ["its uploaded picture", [COVER], {}, { path: COVER, alt: "Bears" }],
  [
    "its built-in picture",
    ["/pictures/premium-pack-640.webp"],
    {},
    { path: `${PICTURE_FOLDER}/premium-pack-640.webp`, size: { width: 640, height: 828 } },
  ],
  [
    "the owner's replacement",
    ["/pictures/premium-pack-640.webp"],
    { "pictures.premium-pack-table": own("Kids") },
    HERO,
  ],
  ["the shop's picture without one", [], {}, { path: LOGO }],
])("the link preview of a product shows %s", (_name, images, texts, picture) => {
  const product = { name: "Bears", images };
  expect(sharePictureOf({ brand: "Lumi", logo: LOGO, texts }, product)).toMatchObject(picture);
});

test.each([
  ["the built-in picture of a new shop", "Papercub", null, {}, BUILT_IN],
  ["nothing for another name", "Lumi", null, {}, null],
  ["the logo", "Lumi", LOGO, {}, { path: LOGO, alt: "Lumi" }],
  ["the logo also under the first name", "Papercub", LOGO, {}, { path: LOGO }],
  ["the owner's front picture", "Papercub", LOGO, { "pictures.premium-pack": own("Kids") }, HERO],
  ["another picture of the owner", "Lumi", null, { "pictures.hero-count": own("Kids") }, HERO],
  ["no picture that is not valid", "Lumi", null, { "pictures.premium-pack": "{}" }, null],
])("link previews show %s", (_name, brand, logo, texts, picture) => {
  const shown = sharePictureOf({ brand, logo, texts });
  expect(sharePictureOf({ brand, logo, texts, neutral: true })).toEqual(
    picture === BUILT_IN ? null : shown,
  );
  if (picture === null) expect(shown).toBeNull();
  else expect(shown).toMatchObject(picture);
});
