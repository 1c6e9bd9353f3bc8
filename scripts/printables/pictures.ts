import { drawElement, drawSheet, place } from "./drawings.ts";
import type { Page } from "./engine/page.ts";
import { at } from "./engine/random.ts";
import { BOX, type Op } from "./engine/scene.ts";
import { outlinesOf, readSheet, titleOf } from "./engine/svg.ts";
import { toSvgElements } from "./engine/to-svg.ts";
import { coverOf, type Product, SCENES, type Scene, SHELF } from "./lists.ts";
import { makePage } from "./pages/kinds.ts";
import { type BookKey, VOLUME_TITLES } from "./volume-keys.ts";
import { makeVolume } from "./volumes.ts";

/** A sheet on the table: its page, centre and width in units of the picture, and its rotation. */
type Sheet = { page: Page; x: number; y: number; width: number; turn: number };

/** A picture for the shop, drawn from real pages; `widths` are the pixel widths of its files. */
export type Picture = {
  slug: string;
  alt: string;
  width: number;
  height: number;
  widths: readonly number[];
  /** Width of another file, for the enlarged picture. */
  large?: number;
  /** One flat page that fills the picture, or sheets on a transparent background. */
  sheets: Page | readonly Sheet[];
  /** Texts or drawings over the sheets, in units of the picture. */
  words?: readonly Op[];
  /** Makes a JPEG on a paper-coloured background, for link previews, instead of the web formats. */
  jpeg?: boolean;
};

const MARGIN = { x: 42, y: 40 };
const SHEET = { width: BOX.width + 2 * MARGIN.x, height: BOX.height + 2 * MARGIN.y };
const TABLE_PLACES = [
  { x: 650, y: 470, turn: 8 },
  { x: 306, y: 490, turn: -8 },
  { x: 664, y: 560, turn: 14 },
  { x: 292, y: 570, turn: -14 },
];
const TABLE = { width: 960, height: 960, widths: [320, 640, 960] };
const LARGE_PX = 1280;
const AUTHOR = "author";

const products = SHELF.flatMap(productPictures);
const others = [
  ...SCENES.map(scenePicture),
  ...[...readSheet("portraits")].map(([slug, drawing]) => portrait(slug, drawing)),
];

/** All pictures of the shop: product covers, page previews, scenes and portraits. */
export const PICTURES: readonly Picture[] = [...products, ...others];

/** The book shown on the landing page and the sign-in page. */
const BOOK = "premium-pack";

/** Pictures by manifest; a page loads only the manifests that it needs. */
export const LISTS: Record<string, readonly Picture[]> = {
  products,
  landing: [...others, ...products.filter(({ slug }) => slug.startsWith(BOOK))],
  login: products.filter(({ slug }) => slug === `${BOOK}-table`),
};

/** Returns the SVG of a picture, `pixels` wide; sheets have a transparent background. */
export function pictureSvg(picture: Picture, pixels: number): string {
  const { width, height, sheets, words = [] } = picture;
  const frame = `<svg xmlns="http://www.w3.org/2000/svg" width="${pixels}" height="${Math.round((pixels * height) / width)}" viewBox="0 0 ${width} ${height}">`;
  if ("ops" in sheets) {
    return `${frame}<rect width="${width}" height="${height}" fill="#fff"/><g transform="translate(${MARGIN.x} ${MARGIN.y})">${toSvgElements(sheets.ops)}</g></svg>`;
  }
  const drawn = sheets.map((sheet) => sheetSvg(sheet));
  return `${frame}<defs><filter id="s" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="12"/></filter></defs>${drawn.join("")}${toSvgElements(words)}</svg>`;
}

/** Draws a white sheet with a hairline border and a soft, warm shadow. */
function sheetSvg({ page, x, y, width, turn }: Sheet): string {
  const scale = width / SHEET.width;
  const height = SHEET.height * scale;
  const area = `x="${-width / 2}" y="${-height / 2}" width="${width}" height="${height}" rx="6"`;
  const content = `scale(${scale}) translate(${MARGIN.x - SHEET.width / 2} ${MARGIN.y - SHEET.height / 2})`;
  return `<g transform="translate(${x} ${y}) rotate(${turn})"><rect ${area} transform="translate(0 ${width * 0.022})" fill="#7a5a2a" fill-opacity="0.26" filter="url(#s)"/><rect ${area} fill="#fff" stroke="#e7dac2" stroke-width="1.5"/><g transform="${content}">${toSvgElements(page.ops)}</g></g>`;
}

/** Returns a product's cover, the cover on a table with pages of the book, and page previews. */
function productPictures(product: Product): Picture[] {
  const { slug, name, line, volume, around, previews } = product;
  const cover = makePage("cover", { ...coverOf(volume), title: name, line });
  const under = around.map((page, index): Sheet => {
    return { page: pageOf(page), width: 450, ...at(TABLE_PLACES, index) };
  });
  return [
    { slug, alt: `The cover of ${name}`, ...SHEET, widths: [320, 480, 640], sheets: cover },
    {
      slug: `${slug}-table`,
      alt: `${name}: its cover lies on pages from the book.`,
      ...TABLE,
      sheets: [...under.toReversed(), { page: cover, x: 474, y: 470, width: 560, turn: -2 }],
    },
    ...previews.map((page, index) => ({
      ...flat(`${slug}-page-${index + 1}`, page),
      large: LARGE_PX,
    })),
  ];
}

function scenePicture(scene: Scene): Picture {
  const { slug } = scene;
  if ("page" in scene) return flat(slug, scene.page);
  if ("cover" in scene) {
    const alt = `The cover of ${VOLUME_TITLES[scene.cover]}`;
    return { slug, alt, ...SHEET, widths: [320], sheets: coverSheet(scene.cover) };
  }
  const sheets = scene.sheets.map((sheet): Sheet => {
    return { ...sheet, page: "page" in sheet ? pageOf(sheet.page) : coverSheet(sheet.cover) };
  });
  const words = scene.words ? drawSheet(scene.words) : [];
  return { ...TABLE, ...scene, sheets, words };
}

/** Draws a portrait for a placeholder testimonial, or the author at her table. */
function portrait(slug: string, drawing: Parameters<typeof drawElement>[0]): Picture {
  const alt = titleOf(drawing);
  if (slug === AUTHOR) {
    const size = { width: 720, height: 640, widths: [320, 640] };
    return { slug, alt, ...size, sheets: [], words: drawElement(drawing) };
  }
  const words = place(outlinesOf(drawing), { x: 50, y: 52, size: 100, weight: 2.2 });
  return {
    slug,
    alt: `${alt}, drawn`,
    width: 100,
    height: 100,
    widths: [80, 160],
    sheets: [],
    words,
  };
}

function flat(slug: string, [volume, kind]: readonly [BookKey, string]): Picture {
  const page = pageOf([volume, kind]);
  const alt = `A page from ${VOLUME_TITLES[volume]}: ${page.title}`;
  return { slug, alt, ...SHEET, widths: [320, 640], sheets: page };
}

/** Returns the first page of a kind in a volume; throws if the volume lacks it. */
function pageOf([volume, kind]: readonly [BookKey, string]): Page {
  const page = makeVolume(volume).pages.find((candidate) => candidate.kind === kind);
  if (!page) throw new Error(`${volume} has no page of the kind "${kind}"`);
  return page;
}

function coverSheet(volume: BookKey): Page {
  return makePage("cover", { ...coverOf(volume), title: VOLUME_TITLES[volume] });
}
