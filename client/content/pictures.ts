import manifest from "./pictures.gen.json" with { type: "json" };

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

const pictures: Record<string, PictureEntry> = manifest;

/** The picture of that name, if it was made. */
export function findPicture(name: string): PictureEntry | undefined {
  return Object.hasOwn(pictures, name) ? pictures[name] : undefined;
}
