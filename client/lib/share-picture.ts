import { pictureTextName } from "../../server/contract/words.ts";
import { readOwnPicture } from "../../server/contract/own-picture.ts";
import type { Site } from "../../server/contract/site.ts";
import type { Product } from "../../server/contract/answers.ts";
import { sharingWords } from "../content/pages.ts";
import {
  findPicture,
  PICTURE_FOLDER,
  pictureSlugOf,
  productPictures,
} from "../content/pictures.ts";

/** Default brand of a new shop, which appears in the built-in picture. */
const BUILT_IN_BRAND = "Papercub";
/** Pictures at the top of the landing page, from front to back. */
const HERO = ["premium-pack", "hero-letter", "hero-count"];

export type SharePicture = {
  path: string;
  /** Missing for a logo, whose size is unknown. */
  size?: { width: number; height: number };
  alt: string;
};

/**
 * Returns the link preview picture: that of the product that the page is about, if it has one, else
 * the owner's picture from the landing page, or the logo, or (for
 * a shop with the default brand) the built-in one. Null if the shop has none.
 */
export function sharePictureOf(
  { brand, logo, neutral, texts }: ShareSource,
  product?: Pick<Product, "name" | "images">,
): SharePicture | null {
  const ofProduct = product && productPictureOf(product, texts);
  if (ofProduct) return ofProduct;
  const own = ownPictureOf(HERO, texts);
  if (own) return own;
  if (logo) return { path: logo, alt: brand };
  if (neutral || brand !== BUILT_IN_BRAND) return null;
  const size = { width: 1200, height: 630 };
  return { path: "/pictures/open-graph.jpg", size, alt: sharingWords.pictureText };
}

function productPictureOf(
  product: Pick<Product, "name" | "images">,
  texts: Site["texts"],
): SharePicture | undefined {
  const [path] = product.images;
  const slug = pictureSlugOf(product);
  const builtIn = slug && findPicture(productPictures, slug);
  if (!path) return undefined;
  if (!slug || !builtIn) return { path, alt: product.name };
  const { alt, fallback: width } = builtIn;
  const height = Math.round((width * builtIn.height) / builtIn.width);
  const file = `${PICTURE_FOLDER}/${slug}-${width}.webp`;
  return (
    ownPictureOf([`${slug}-table`, slug], texts) ?? { path: file, size: { width, height }, alt }
  );
}

/** Returns the first of these built-in pictures that the owner has replaced. */
function ownPictureOf(names: readonly string[], texts: Site["texts"]): SharePicture | undefined {
  for (const name of names) {
    const own = readOwnPicture(texts[pictureTextName(name)]);
    // The last file is WebP or JPEG, which all link preview services support, unlike AVIF.
    const file = own?.files.at(-1);
    if (own && file) {
      const height = Math.round((file.width * own.height) / own.width);
      return { path: file.path, size: { width: file.width, height }, alt: own.alt };
    }
  }
  return undefined;
}

type ShareSource = Pick<Site, "brand" | "logo" | "neutral" | "texts">;
