import { z } from "zod";
import { draw } from "../drawings.ts";
import { definePage, TOP } from "../engine/page.ts";
import { at, derange, makeRandom, shuffle, shuffledNumbers } from "../engine/random.ts";
import { caption, circle, INK, type Op, shadow } from "../engine/scene.ts";
import { strokes, strokeWidth } from "../engine/tracing.ts";
import * as is from "../schemas.ts";

/** Draws one side of a match around a point. */
type Side = (x: number, y: number) => Op[];

const LEFT = 74;
const RIGHT = 454;

/** `max` is how far the child can count, raised to five because the page needs five numbers. */
const counted = { pictures: is.drawings, max: z.int().transform((max) => Math.max(5, max)) };

export const MATCHING_PAGES = {
  "match numbers": definePage(counted, ({ seed, random, ...options }) => {
    const numbers = shuffledNumbers(random, options.max).slice(0, 5);
    const pictures = shuffle(random, options.pictures);
    const pairs = numbers.map((number, index): [Side, Side] => [
      (x, y) => [caption(x, y + 24, String(number), 66)],
      (x, y) => group(at(pictures, index), number, x, y),
    ]);
    return match(seed, pairs);
  }),

  "match letters": definePage({ letters: z.array(is.text) }, ({ seed, random, letters }) => {
    const chosen = shuffle(random, letters).slice(0, 5);
    return match(
      seed,
      chosen.map((letter) => [written(letter), written(letter.toLowerCase())]),
    );
  }),

  "match pairs": definePage({ pairs: z.array(is.pair) }, ({ seed, random, pairs }) => {
    const chosen = shuffle(random, pairs).slice(0, 5);
    return match(
      seed,
      chosen.map(([one, other]) => [picture(one), picture(other)]),
    );
  }),

  "match shadows": definePage({ pictures: is.drawings }, ({ seed, random, pictures }) => {
    const chosen = shuffle(random, pictures).slice(0, 5);
    return match(
      seed,
      chosen.map((name) => [picture(name), (x, y) => shadow(picture(name)(x, y))]),
    );
  }),
};

function match(seed: string, pairs: readonly [Side, Side][]): Op[] {
  const order = derange(makeRandom(`${seed}/right`), [...pairs.keys()]);
  return pairs.flatMap(([left], row) => {
    const [, right] = at(pairs, at(order, row));
    const y = TOP + 66 + row * 120;
    return [
      ...left(LEFT, y),
      ...right(RIGHT, y),
      circle(158, y, 4.5, { stroke: INK, width: 1.8 }),
      circle(370, y, 4.5, { stroke: INK, width: 1.8 }),
    ];
  });
}

function picture(name: string): Side {
  return (x, y) => draw(name, { x, y, size: 98 });
}

function written(sign: string): Side {
  const height = 68;
  const width = strokeWidth(sign, height);
  return (x, y) => {
    const top = y - height / 2 - ("gjpqy".includes(sign) ? 14 : 0);
    return strokes(sign, { x: x - width / 2, y: top, height }).map((op) => ({ ...op, width: 6 }));
  };
}

function group(name: string, count: number, x: number, y: number): Op[] {
  const perRow = count <= 3 ? count : count === 4 ? 2 : count <= 6 ? 3 : count <= 8 ? 4 : 5;
  const size = count === 1 ? 84 : count <= 4 ? 48 : count <= 6 ? 46 : count <= 8 ? 35 : 28;
  const rows = Math.ceil(count / perRow);
  return Array.from({ length: count }, (_, i) => {
    const row = Math.floor(i / perRow);
    const inRow = Math.min(perRow, count - row * perRow);
    return draw(name, {
      x: x + ((i % perRow) - (inRow - 1) / 2) * size * 1.06,
      y: y + (row - (rows - 1) / 2) * size * 1.08,
      size,
    });
  }).flat();
}
