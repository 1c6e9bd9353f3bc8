import { draw } from "../drawings.ts";
import { definePage, TOP } from "../engine/page.ts";
import { colourTitle } from "../engine/palette.ts";
import { at, shuffle } from "../engine/random.ts";
import { box, caption, INK, line, text, WHITE } from "../engine/scene.ts";
import { outlinesOf, readSheet } from "../engine/svg.ts";
import { dottedWord, strokeWidth, writingLines } from "../engine/tracing.ts";
import * as is from "../schemas.ts";

const GROUNDS = readSheet("grounds");
const AROUND = [
  { x: 84, y: 150, size: 104 },
  { x: 264, y: 132, size: 84 },
  { x: 444, y: 152, size: 108 },
  { x: 62, y: 572, size: 104 },
  { x: 466, y: 578, size: 106 },
];

const scene = { hero: is.drawing, around: is.drawings, ground: is.ground.default("grass") };
const thing = { colour: is.colour, hero: is.drawing, thing: is.text };

export const COLOURING_PAGES = {
  "coloring page": definePage(scene, ({ hero, around, ground }) => {
    const drawn = GROUNDS.get(ground);
    return [
      ...(drawn ? outlinesOf(drawn) : []),
      ...draw(hero, { x: 264, y: 396, size: 372, weight: 3.4 }),
      ...AROUND.flatMap((place, index) => draw(at(around, index), place)),
    ];
  }),

  /** An object in its colour ("red apple"), the colour word to trace, and four objects to find. */
  "color word": definePage({ ...thing, others: is.drawings }, (options) => {
    const { colour, hero, others } = options;
    const [y, height] = [552, 50];
    const step = strokeWidth(colour, height) + 40;
    const copies = Math.max(1, Math.floor(500 / step));
    return [
      ...draw(hero, { x: 264, y: 226, size: 264, weight: 3.2 }),
      caption(264, 396, `${colour} ${options.thing}`, 30),
      ...others
        .slice(0, 4)
        .flatMap((name, index) => draw(name, { x: 66 + index * 132, y: 472, size: 96 })),
      ...writingLines({ x: 0, y, width: 528, height }),
      ...Array.from({ length: copies }, (_, copy) =>
        dottedWord(colour, { x: 12 + copy * step, y, height }),
      ).flat(),
    ];
  }),

  "first coloring": definePage(thing, ({ colour, hero }) => ({
    words: { name: colourTitle(colour) },
    ops: [
      ...draw(hero, { x: 264, y: 330, size: 420, weight: 3.8 }),
      box({ x: 104, y: 582, width: 320, height: 72, radius: 36 }, { stroke: INK, width: 1.8 }),
      caption(264, 631, colour, 42),
    ],
  })),

  "find and color": definePage(
    { colour: is.colour, target: is.drawing, others: is.drawings },
    ({ target, others, random }) => {
      const nine = Array<string>(9).fill(target);
      const bag = shuffle(random, [
        ...nine,
        ...Array.from({ length: 11 }, (_, i) => at(others, i)),
      ]);
      return [
        ...draw(target, { x: 490, y: 32, size: 66 }),
        ...bag.flatMap((name, index) => {
          const [column, row] = [index % 4, Math.floor(index / 4)];
          return draw(name, { x: 66 + column * 132, y: TOP + 66 + row * 120, size: 98 });
        }),
      ];
    },
  ),

  symmetry: definePage({ half: is.named }, ({ half: [picture, name] }) => {
    const [left, top, side] = [24, 98, 480];
    const [right, bottom, middle] = [left + side, top + side, left + side / 2];
    const pale = { stroke: "#cfcfcf", width: 0.8 };
    const squares = Array.from({ length: 13 }, (_, i) => (i * side) / 12).flatMap((step) => [
      line([left + step, top], [left + step, bottom], pale),
      line([left, top + step], [right, top + step], pale),
    ]);
    return {
      words: { name },
      ops: [
        ...draw(picture, { x: middle, y: top + side / 2, size: side - 60, weight: 3.2 }),
        box({ x: middle, y: top, width: side / 2, height: side }, { fill: WHITE, width: 0 }),
        ...squares,
        line([middle, top - 8], [middle, bottom + 8], { width: 1.6, dash: [7, 6] }),
        text(middle, 636, "Then color both halves the same.", { size: 14, anchor: "middle" }),
      ],
    };
  }),
};
