import { draw } from "../drawings.ts";
import { wrapText } from "../engine/fonts.ts";
import { blank } from "../engine/layout.ts";
import { definePage } from "../engine/page.ts";
import { CRAYON, type Crayon } from "../engine/palette.ts";
import { box, caption, GREY, INK, lines, type Op, text } from "../engine/scene.ts";
import * as is from "../schemas.ts";

const grey = { anchor: "middle", colour: GREY } as const;

export const COVER_PAGES = {
  /**
   * Title page of a volume or product, as line art to colour in. With `crayons`, as in the shop's
   * pictures, it has two patches of colour under the lines.
   */
  cover: definePage(
    { title: is.text, ...is.cover.shape, crayons: is.cover.shape.crayons.optional() },
    ({ title, line, hero, friends, crayons }) => {
      const size = title.length > 22 ? 44 : 52;
      const heads = wrapText("display", title, size, 440);
      const below = 96 + heads.length * (size * 1.08);
      const [one, two, three, four] = friends;
      return [
        box({ x: 4, y: 4, width: 520, height: 672, radius: 26 }, { stroke: INK, width: 2.4 }),
        ...(crayons ? patches(crayons) : []),
        ...heads.map((words, row) => caption(264, 64 + (row + 1) * size * 1.04, words, size)),
        text(264, below, line, { ...grey, size: 17 }),
        ...draw(hero, { x: 264, y: 434, size: 296, weight: 3.6 }),
        ...draw(one, { x: 90, y: 272, size: 92 }),
        ...draw(two, { x: 428, y: 272, size: 96 }),
        ...draw(three, { x: 92, y: 588, size: 104 }),
        ...draw(four, { x: 438, y: 590, size: 104 }),
        ...(crayons ? [] : nameLine()),
      ];
    },
  ),
};

function nameLine(): Op[] {
  return [text(264, 620, "This book belongs to", { ...grey, size: 14 }), blank(168, 652, 192)];
}

function patches([first, second]: readonly [Crayon, Crayon]): Op[] {
  return [
    scribble({ x: 264, y: 436, radius: 172, width: 27, crayon: first }),
    scribble({ x: 428, y: 274, radius: 52, width: 17, crayon: second }),
    scribble({ x: 96, y: 590, radius: 58, width: 17, crayon: second }),
  ];
}

type Patch = { x: number; y: number; radius: number; width: number; crayon: Crayon };

/** Draws a round patch as one long zigzag, like crayon shading. */
function scribble({ x, y, radius, width, crayon }: Patch): Op {
  const rows = Math.round((2 * radius) / (width * 0.74));
  const points = Array.from({ length: rows + 1 }, (_, row) => {
    const rise = -1 + (2 * row) / rows;
    const reach =
      radius * Math.sqrt(Math.max(0.05, 1 - rise * rise)) * (1 + 0.05 * Math.sin(row * 5));
    const side = row % 2 ? 1 : -1;
    return [x + side * reach, y + rise * radius - side * reach * 0.2] as const;
  });
  return lines(points, { stroke: CRAYON[crayon], width });
}
