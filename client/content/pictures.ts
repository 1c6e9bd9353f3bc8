import hash from "./pictures/hash.gen.json" with { type: "json" };

/** Where the files of pictures stand; another place as soon as one of them is another. */
export const PICTURE_FOLDER = `/pictures/${hash}`;

/**
 * One picture as `scripts/printables/make-pictures.ts` made it: an AVIF of each of `widths`, and a WebP that is
 * `fallback` wide.
 */
type PictureEntry = {
  alt: string;
  width: number;
  height: number;
  widths: number[];
  fallback: number;
};

/** A manifest of pictures by their names; a page loads the one whose pictures it shows. */
export type Pictures = Record<string, PictureEntry>;

/** The picture of that name, if it was made. */
export function findPicture(pictures: Pictures, name: string): PictureEntry | undefined {
  return Object.hasOwn(pictures, name) ? pictures[name] : undefined;
}
