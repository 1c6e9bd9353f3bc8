import hash from "./pictures/hash.gen.json" with { type: "json" };
import landing from "./pictures/landing.gen.json" with { type: "json" };
import login from "./pictures/login.gen.json" with { type: "json" };
import products from "./pictures/products.gen.json" with { type: "json" };

/** Folder of the picture files; its hash changes with any of them. */
export const PICTURE_FOLDER = `/pictures/${hash}`;

/** A picture by `scripts/printables/make-pictures.ts`: AVIF in all `widths`, WebP in `fallback`. */
type PictureEntry = {
  alt: string;
  width: number;
  height: number;
  widths: number[];
  fallback: number;
};

export type Pictures = Record<string, PictureEntry>;

export const landingPictures: Pictures = landing;
export const loginPictures: Pictures = login;
export const productPictures: Pictures = products;

/** Returns a picture by name; undefined when it was not generated. */
export function findPicture(pictures: Pictures, name: string): PictureEntry | undefined {
  return Object.hasOwn(pictures, name) ? pictures[name] : undefined;
}

const OWN_PICTURE = /^\/pictures\/([\w-]+)-\d+\.\w+$/;
const PAGES_SHOWN = 4;

/** Returns the name of a built-in picture from its path; undefined for other pictures. */
export function pictureNameOf(path: string): string | undefined {
  return OWN_PICTURE.exec(path)?.[1];
}

/** Prefix of a product's picture names; undefined when no pictures were made of its pages. */
export function pictureSlugOf({ images }: { images: string[] }): string | undefined {
  const slug = pictureNameOf(images[0] ?? "");
  return slug && findPicture(productPictures, `${slug}-table`) ? slug : undefined;
}

/** Names of the pictures of a product's first pages, four at most. */
export function pagePicturesOf(product: { images: string[] }): string[] {
  const slug = pictureSlugOf(product);
  return Array.from({ length: PAGES_SHOWN }, (_, index) => `${slug}-page-${index + 1}`).filter(
    (name) => findPicture(productPictures, name),
  );
}
