import manifest from "./pictures/products.gen.json" with { type: "json" };
import { findPicture, type Pictures } from "./pictures.ts";

export const productPictures: Pictures = manifest;

const OWN_PICTURE = /^\/pictures\/([\w-]+)-\d+\.\w+$/;
const PAGES_SHOWN = 4;

/** The name that a product's pictures start with; undefined when none were made from its pages. */
export function pictureSlugOf({ images }: { images: string[] }): string | undefined {
  const slug = OWN_PICTURE.exec(images[0] ?? "")?.[1];
  return slug && findPicture(productPictures, `${slug}-table`) ? slug : undefined;
}

/** The names of the pictures of a product's first pages, four at most. */
export function pagePicturesOf(product: { images: string[] }): string[] {
  const slug = pictureSlugOf(product);
  return Array.from({ length: PAGES_SHOWN }, (_, index) => `${slug}-page-${index + 1}`).filter(
    (name) => findPicture(productPictures, name),
  );
}
