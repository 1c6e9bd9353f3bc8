import { draw } from "../drawings.ts";
import { textWidth } from "../engine/fonts.ts";
import { blank } from "../engine/layout.ts";
import type { Page } from "../engine/page.ts";
import type { ColourWord } from "../engine/palette.ts";
import { drawRosette } from "../engine/rosette.ts";
import { box, GREY, INK, type Op, path, text } from "../engine/scene.ts";

const MIDDLE = 264;
/** The inner frame; its corners are cut out in quarter circles, with a star in each. */
const FRAME = { left: 36, top: 36, right: 492, bottom: 644, corner: 34 };
/** Bows of the lace on the frame's short and long sides. */
const LACE = { across: 20, down: 28 };
/** Crayons in a half circle around the cub: radii and size in points, the spread in degrees. */
const FAN = { y: 358, crayons: 138, words: 189, size: 82, spread: 168 };

/**
 * A certificate to sign: the cub under a crayon for each colour that the child has learned, to
 * colour in, then what the child did and lines for the name, the day and the adult's name.
 */
export function certificatePage(options: {
  book: string;
  deed: string;
  colours: readonly ColourWord[];
}): Page {
  return {
    kind: "certificate",
    title: "Certificate",
    ops: [
      ...border(),
      text(MIDDLE, 76, `PAPERCUB  ·  ${options.book.toUpperCase()}`, {
        face: "strong",
        size: 12.5,
        anchor: "middle",
        colour: GREY,
      }),
      text(MIDDLE, 132, "Certificate", { face: "display", size: 58, anchor: "middle" }),
      ...fan(options.colours),
      ...draw("cub", { x: MIDDLE, y: FAN.y + 4, size: 158, weight: 3 }),
      text(MIDDLE, 464, "This certificate belongs to", {
        size: 14,
        anchor: "middle",
        colour: GREY,
      }),
      blank(104, 508, 320),
      text(MIDDLE, 534, options.deed, { size: 15.5, anchor: "middle" }),
      text(MIDDLE, 561, "Well done!", { face: "display", size: 21, anchor: "middle" }),
      ...signatures(),
    ],
  };
}

function fan(colours: readonly ColourWord[]): Op[] {
  return colours.flatMap((colour, index): Op[] => {
    const turn = -FAN.spread / 2 + (index * FAN.spread) / (colours.length - 1);
    const [sin, cos] = [Math.sin((turn * Math.PI) / 180), Math.cos((turn * Math.PI) / 180)];
    const look = { face: "strong", size: 11.5 } as const;
    // Words that stand beside their crayon begin where those above it have their middle.
    const aside = (textWidth(look.face, colour, look.size) / 2) * sin;
    return [
      ...draw("crayon", {
        x: MIDDLE + FAN.crayons * sin,
        y: FAN.y - FAN.crayons * cos,
        size: FAN.size,
        turn,
      }),
      text(MIDDLE + FAN.words * sin + aside, FAN.y - FAN.words * cos + 4, colour, {
        ...look,
        anchor: "middle",
      }),
    ];
  });
}

/** The day to the left, the adult to the right, a seal between them. */
function signatures(): Op[] {
  const seal = { x: MIDDLE, y: 599, radius: 22, bows: 16 };
  const label = { size: 11.5, anchor: "middle", colour: GREY } as const;
  return [
    ...drawRosette(seal, 1.6),
    ...draw("star", { x: seal.x, y: seal.y - 1, size: 26 }),
    blank(80, 608, 132),
    text(146, 624, "Date", label),
    blank(316, 608, 132),
    text(382, 624, "Signed by", label),
  ];
}

/** A firm frame, a finer one with lace on it, and a star in each of its corners. */
function border(): Op[] {
  const { left, top, right, bottom, corner } = FRAME;
  const width = right - left - 2 * corner;
  const height = bottom - top - 2 * corner;
  const nook = (dx: number, dy: number) => `a${corner} ${corner} 0 0 0 ${dx} ${dy}`;
  const sides = [
    [left + corner, top, width / LACE.across, 0, LACE.across],
    [right, top + corner, 0, height / LACE.down, LACE.down],
    [right - corner, bottom, -width / LACE.across, 0, LACE.across],
    [left, bottom - corner, 0, -height / LACE.down, LACE.down],
  ] as const;
  const lace = sides.map(([x, y, dx, dy, count]) => {
    const radius = Math.hypot(dx, dy) * 0.52;
    return `M${x} ${y}${`a${radius} ${radius} 0 0 1 ${dx} ${dy}`.repeat(count)}`;
  });
  const frame = `M${left + corner} ${top}h${width}${nook(corner, corner)}v${height}${nook(-corner, corner)}h${-width}${nook(-corner, -corner)}v${-height}${nook(corner, -corner)}Z`;
  const stars = [left - 1, right + 1].flatMap((x) => [top - 1, bottom + 1].map((y) => ({ x, y })));
  return [
    box({ x: 4, y: 4, width: 520, height: 672, radius: 26 }, { stroke: INK, width: 2.4 }),
    path(lace.join(""), { width: 1.4 }),
    path(frame, { width: 1.8 }),
    ...stars.flatMap((at) => draw("star", { ...at, size: 42 })),
  ];
}
