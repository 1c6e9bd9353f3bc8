import { type Page } from "../engine/page.ts";
import { BOX, type Op } from "../engine/scene.ts";
import { VOLUME_TITLES, type VolumeKey } from "../volume-keys.ts";
import { makeVolume } from "../volumes.ts";

/** A sheet lying on the table: its page, the centre in units of the picture, its width and turn. */
export type Sheet = { page: Page; x: number; y: number; width: number; turn: number };

/** A picture for the shop, drawn from real pages; `widths` are the pixel widths it is made in. */
export type Picture = {
  slug: string;
  alt: string;
  width: number;
  height: number;
  widths: readonly number[];
  /** One flat page that fills the picture, or sheets on a transparent table. */
  sheets: Page | readonly Sheet[];
  /** What is drawn over the sheets, in units of the picture. */
  words?: readonly Op[];
  /** A JPEG on paper colour, for link previews, instead of the web formats. */
  jpeg?: boolean;
};

/** The margins of US Letter around the content area, in points. */
export const MARGIN = { x: 42, y: 40 };

/** A whole sheet of US Letter, in points. */
export const SHEET = { width: BOX.width + 2 * MARGIN.x, height: BOX.height + 2 * MARGIN.y };

/** The picture of one page, from edge to edge. */
export function flat(slug: string, volume: VolumeKey, kind: string): Picture {
  const page = pageOf(volume, kind);
  const alt = `A page from ${VOLUME_TITLES[volume]}: ${page.title}`;
  return { slug, alt, ...SHEET, widths: [320, 640], sheets: page };
}

/** The first page of a kind in a volume; throws when the volume has none. */
export function pageOf(volume: VolumeKey, kind: string): Page {
  const page = makeVolume(volume).pages.find((candidate) => candidate.kind === kind);
  if (!page) throw new Error(`${volume} has no page of the kind "${kind}"`);
  return page;
}
