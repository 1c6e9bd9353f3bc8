import { makePage } from "../pages/kinds.ts";
import { coverOf } from "../lists.ts";
import { LANDING_PICTURES } from "./landing-pictures.ts";
import { flat, MARGIN, pageOf, type Picture, SHEET, type Sheet } from "./picture.ts";
import { PORTRAITS } from "./portraits.ts";
import { at } from "../engine/random.ts";
import { text } from "../engine/scene.ts";
import { toSvgElements } from "../engine/to-svg.ts";
import { type Product, SHELF } from "../lists.ts";

/** Every picture of the shop: a cover a product, page previews, the hero and the link preview. */
export const PICTURES: readonly Picture[] = [
  flat("hero-letter", "month-1", "letter tracing"),
  flat("hero-count", "month-3", "count and circle"),
  openGraph(),
  ...SHELF.flatMap((product) => [
    flatCover(product),
    table(product),
    ...product.previews.map(([volume, kind], index) =>
      flat(`${product.slug}-page-${index + 1}`, volume, kind),
    ),
  ]),
  ...LANDING_PICTURES,
  ...PORTRAITS,
];

/** The SVG of a picture, `pixels` wide; sheets on a table have a transparent ground. */
export function pictureSvg(picture: Picture, pixels: number): string {
  const { width, height, sheets, words = [] } = picture;
  const frame = `<svg xmlns="http://www.w3.org/2000/svg" width="${pixels}" height="${Math.round((pixels * height) / width)}" viewBox="0 0 ${width} ${height}">`;
  if ("ops" in sheets) {
    return `${frame}<rect width="${width}" height="${height}" fill="#fff"/><g transform="translate(${MARGIN.x} ${MARGIN.y})">${toSvgElements(sheets.ops)}</g></svg>`;
  }
  const drawn = sheets.map((sheet) => sheetSvg(sheet));
  return `${frame}<defs><filter id="s" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="12"/></filter></defs>${drawn.join("")}${toSvgElements(words)}</svg>`;
}

/** A white sheet with a hairline and one soft warm shadow. */
function sheetSvg({ page, x, y, width, turn }: Sheet): string {
  const scale = width / SHEET.width;
  const height = SHEET.height * scale;
  const area = `x="${-width / 2}" y="${-height / 2}" width="${width}" height="${height}" rx="6"`;
  const content = `scale(${scale}) translate(${MARGIN.x - SHEET.width / 2} ${MARGIN.y - SHEET.height / 2})`;
  return `<g transform="translate(${x} ${y}) rotate(${turn})"><rect ${area} transform="translate(0 ${width * 0.022})" fill="#7a5a2a" fill-opacity="0.26" filter="url(#s)"/><rect ${area} fill="#fff" stroke="#e7dac2" stroke-width="1.5"/><g transform="${content}">${toSvgElements(page.ops)}</g></g>`;
}

function hero(slug: string, width: number, height: number): Picture & { sheets: readonly Sheet[] } {
  const size = Math.min(height * 0.6, width * 0.46);
  const middle = { x: width / 2, y: height / 2 };
  return {
    slug,
    alt: "Three printed pages on a table: a letter to trace, things to count and a maze.",
    width,
    height,
    widths: [320, 640, 960],
    sheets: [
      {
        page: pageOf("month-1", "letter tracing"),
        x: middle.x - size * 0.5,
        y: middle.y + height * 0.01,
        width: size * 0.92,
        turn: -7,
      },
      {
        page: pageOf("mazes", "round maze"),
        x: middle.x + size * 0.5,
        y: middle.y - height * 0.02,
        width: size * 0.92,
        turn: 6.5,
      },
      {
        page: pageOf("month-3", "count and circle"),
        x: middle.x,
        y: middle.y + height * 0.02,
        width: size,
        turn: -1,
      },
    ],
  };
}

/**
 * The picture that goes with a link to the shop: its promise beside the sheets. It names no shop, for it
 * is made with the program, and the shop's name is a setting.
 */
function openGraph(): Picture {
  const table = hero("open-graph", 760, 630);
  const display = { face: "display", colour: "#20283a" } as const;
  return {
    ...table,
    alt: "36 weeks of screen-free learning for ages 2 to 5.",
    width: 1200,
    widths: [1200],
    sheets: table.sheets.map((sheet) => ({ ...sheet, x: sheet.x + 446 })),
    words: [
      text(64, 252, "36 weeks of", { ...display, size: 66 }),
      text(64, 324, "screen-free", { ...display, size: 66 }),
      text(64, 396, "learning", { ...display, size: 66 }),
      text(64, 452, "Printable pages for ages 2 to 5", { size: 26, colour: "#55607a" }),
    ],
    jpeg: true,
  };
}

function table({ slug, name, line, volume, around }: Product): Picture {
  const places = [
    { x: 650, y: 470, turn: 8 },
    { x: 306, y: 490, turn: -8 },
    { x: 664, y: 560, turn: 14 },
    { x: 292, y: 570, turn: -14 },
  ];
  const under = around.map(([key, kind], index): Sheet => {
    return { page: pageOf(key, kind), width: 450, ...at(places, index) };
  });
  const cover = makePage("cover", { ...coverOf(volume), title: name, line });
  return {
    slug: `${slug}-table`,
    alt: `${name}: its cover lies on pages from the book.`,
    width: 960,
    height: 960,
    widths: [320, 640, 960],
    sheets: [...under.toReversed(), { page: cover, x: 474, y: 470, width: 560, turn: -2 }],
  };
}

function flatCover({ slug, name, line, volume }: Product): Picture {
  const page = makePage("cover", { ...coverOf(volume), title: name, line });
  return { slug, alt: `The cover of ${name}`, ...SHEET, widths: [320, 480, 640], sheets: page };
}
