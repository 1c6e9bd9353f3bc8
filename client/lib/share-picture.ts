import { pictureTextName } from "../../server/contract/words.ts";
import { readOwnPicture } from "../../server/contract/own-picture.ts";
import type { Site } from "../../server/contract/site.ts";
import { sharingWords } from "../content/pages.ts";

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
 * Returns the link preview picture: the owner's picture from the landing page, or the logo, or (for
 * a shop with the default brand) the built-in one. Null if the shop has none.
 */
export function sharePictureOf({ brand, logo, neutral, texts }: ShareSource): SharePicture | null {
  for (const name of HERO) {
    const own = readOwnPicture(texts[pictureTextName(name)]);
    // The last file is WebP or JPEG, which all link preview services support, unlike AVIF.
    const file = own?.files.at(-1);
    if (own && file) {
      const height = Math.round((file.width * own.height) / own.width);
      return { path: file.path, size: { width: file.width, height }, alt: own.alt };
    }
  }
  if (logo) return { path: logo, alt: brand };
  if (neutral || brand !== BUILT_IN_BRAND) return null;
  const size = { width: 1200, height: 630 };
  return { path: "/pictures/open-graph.jpg", size, alt: sharingWords.pictureText };
}

type ShareSource = Pick<Site, "brand" | "logo" | "neutral" | "texts">;
