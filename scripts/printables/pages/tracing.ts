import { z } from "zod";
import { draw } from "../drawings.ts";
import { frame, grid, spread } from "../engine/layout.ts";
import { definePage, TOP } from "../engine/page.ts";
import { at, shuffle } from "../engine/random.ts";
import { BOX, caption, circle, INK, type Op, transform, WHITE } from "../engine/scene.ts";
import { attribute, outlinesOf, readSheet, titleOf } from "../engine/svg.ts";
import { dottedWord, guidedLetter, strokeWidth, writingLines } from "../engine/tracing.ts";
import { ALPHABET, wordOf } from "../lists.ts";
import * as is from "../schemas.ts";

/** Lines to trace across the page, at most 30 points above and below their row's centre. */
const LINES = [...readSheet("lines").values()].map(outlinesOf);

/** Shapes to trace, each with an everyday object of the same shape. */
const SHAPES = [...readSheet("shapes").values()].map((shape) => ({
  name: titleOf(shape),
  like: attribute(shape, "data-like"),
  outlines: outlinesOf(shape),
}));
const SHAPE_SIZE = 138;

const HEIGHT = 46;

export const TRACING_PAGES = {
  "letter tracing": definePage({ letter: is.text }, ({ letter }) => {
    const [word, picture] = ALPHABET[letter] ?? ["", "star"];
    const small = letter.toLowerCase();
    const big = { y: TOP + 26, height: 150 };
    const second = strokeWidth(letter, big.height) + 44;
    const left = Math.max(20, 175 - (second + strokeWidth(small, big.height)) / 2);
    const rows = [letter, small, `${letter}${small}`];
    const ops = [
      ...guidedLetter(letter, { x: left, ...big }),
      ...guidedLetter(small, { x: left + second, ...big }),
      ...draw(picture, { x: 432, y: TOP + 88, size: 158 }),
      caption(432, TOP + 200, word, 26),
      ...rows.flatMap((sign, index) =>
        tracedRow(sign, { y: 334 + index * 86, gap: 26, least: 62, end: BOX.width - 24 }),
      ),
      ...tracedRow(letter, { y: 592, most: 1 }),
    ];
    return { words: { word }, ops };
  }),

  "number tracing": definePage({ number: z.int(), picture: is.drawing }, ({ number, picture }) => {
    const sign = String(number);
    const height = sign.length > 1 ? 128 : 160;
    let x = 110 - (strokeWidth(sign, height) + (sign.length - 1) * 14) / 2;
    const guided = [...sign].flatMap((digit) => {
      const ops = guidedLetter(digit, { x, y: TOP + 110 - height / 2, height });
      x += strokeWidth(digit, height) + height * 0.22 + 14;
      return ops;
    });
    const area = { x: 226, y: TOP + 12, width: 302, height: 216, cx: 377, cy: TOP + 120 };
    const inner = { ...area, x: 236, width: 282, y: area.y + 10, height: 196 };
    const perRow = number <= 3 ? 3 : number <= 8 ? 4 : number <= 10 ? 5 : 6;
    const rows = Math.ceil(Math.max(1, number) / perRow);
    const size = Math.min(84, (inner.width / perRow) * 0.86, (inner.height / rows) * 0.86);
    const word = wordOf(number);
    const ops = [
      ...guided,
      frame(area, 16),
      ...spread(inner, number, perRow).flatMap((place) => draw(picture, { ...place, size })),
      ...tracedRow(sign, { y: 322 }),
      ...tracedRow(sign, { y: 404 }),
      ...tracedRow(word, { y: 486 }),
      ...tracedRow(sign, { y: 568, most: 1 }),
    ];
    const count = number === 0 ? "There are none to color!" : `Color ${number}.`;
    return { words: { word, count }, ops };
  }),

  /** Five pictures with their words to trace; the words must be lower case. */
  "word tracing": definePage({ words: z.array(is.word) }, ({ words }) =>
    words.slice(0, 5).flatMap(([word, picture], row) => {
      const [middle, height] = [TOP + 66 + row * 120, 50];
      const y = middle - height / 2;
      const copies = strokeWidth(word, height) < 160 ? [0, 1] : [0];
      return [
        ...draw(picture, { x: 58, y: middle, size: 98 }),
        ...writingLines({ x: 132, y, width: 396, height }),
        ...copies.flatMap((copy) => dottedWord(word, { x: 144 + copy * 196, y, height })),
      ];
    }),
  ),

  "line tracing": definePage({ pairs: z.array(is.pair) }, (options) => {
    const lines = shuffle(options.random, LINES);
    const pairs = shuffle(options.random, options.pairs);
    return [0, 1, 2, 3, 4].flatMap((row) => {
      const y = TOP + 74 + row * 118;
      const [from, to] = at(pairs, row);
      return [
        ...draw(from, { x: 34, y, size: 68 }),
        ...draw(to, { x: 490, y, size: 72 }),
        ...withStart(transform(at(lines, row), [1, 0, 0, 1, 0, y])),
      ];
    });
  }),

  /** Six shapes to trace, each with its name and a picture of an object with that shape. */
  "shape tracing": definePage({}, ({ random }) => {
    const shapes = shuffle(random, SHAPES);
    const cells = grid({ columns: 2, rows: 3, y: TOP + 6, height: 596, gap: 18 });
    return cells.flatMap(({ x, y, cy }, index) => {
      const { name, like, outlines } = at(shapes, index);
      const scale = SHAPE_SIZE / 100;
      const [left, top] = [x + 78 - SHAPE_SIZE / 2, cy - 12 - SHAPE_SIZE / 2];
      return [
        ...transform(outlines, [scale, 0, 0, scale, left, top]),
        ...draw(like, { x: x + 202, y: y + 84, size: 74 }),
        caption(x + 78, cy + 86, name, 17),
      ];
    });
  }),
};

type Row = { y: number; most?: number; gap?: number; least?: number; end?: number };

/** Draws dotted text between writing lines, repeated as often as it fits, at most `most` times. */
function tracedRow(sign: string, row: Row): Op[] {
  const { y, most = 20, gap = 30, least = 66, end = BOX.width - 14 } = row;
  const width = strokeWidth(sign, HEIGHT);
  const step = Math.max(width + gap, least);
  const count = Math.min(most, Math.floor((end - width) / step) + 1);
  return [
    ...writingLines({ x: 0, y, width: BOX.width, height: HEIGHT }),
    ...Array.from({ length: count }, (_, index) =>
      dottedWord(sign, { x: 14 + index * step, y, height: HEIGHT }),
    ).flat(),
  ];
}

function withStart(line: Op[]): Op[] {
  const [first] = line.flatMap((op) => (op.kind === "path" ? op.segments : []));
  if (first?.[0] !== "M") return line;
  return [...line, circle(first[1], first[2], 5, { stroke: INK, fill: WHITE, width: 1.8 })];
}
