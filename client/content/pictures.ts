import manifest from "./pictures.gen.json" with { type: "json" };

/** One picture as `scripts/make-pictures.ts` made it; `widths` are the files that exist of it. */
export type PictureEntry = { alt: string; width: number; height: number; widths: number[] };

const pictures: Record<string, PictureEntry> = manifest;

/** The picture of that name, if it was made. */
export function findPicture(name: string): PictureEntry | undefined {
  return Object.hasOwn(pictures, name) ? pictures[name] : undefined;
}
