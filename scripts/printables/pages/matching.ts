import { draw, type DrawingName } from "../drawings.ts";
import { type Choice, type Page, sheet, TOP } from "../engine/page.ts";
import { at, derange, makeRandom, shuffle, shuffledNumbers } from "../engine/random.ts";
import { circle, INK, type Op, shadow, text } from "../engine/scene.ts";
import { strokes, strokeWidth } from "../engine/tracing.ts";

/** Ops of one side of a match, drawn around a point. */
type Side = (x: number, y: number) => Op[];

const LEFT = 74;
const RIGHT = 454;

/** Number on the left, that many pictures on the right. */
export function matchNumbersPage(options: Choice & { max: number }): Page {
  const random = makeRandom(options.seed);
  const numbers = shuffledNumbers(random, options.max).slice(0, 5);
  const pictures = shuffle(random, options.pictures);
  const pairs = numbers.map((number, index): [Side, Side] => [
    (x, y) => [text(x, y + 24, String(number), { face: "display", size: 66, anchor: "middle" })],
    (x, y) => group(at(pictures, index), number, x, y),
  ]);
  return matchPage({
    seed: options.seed,
    pairs,
    kind: "match numbers",
    title: "Match the number to the pictures",
    hint: "Count, then draw a line from dot to dot.",
  });
}

/** Capital letters on the left, small letters on the right. */
export function matchLettersPage(options: { seed: string; letters: readonly string[] }): Page {
  const letters = shuffle(makeRandom(options.seed), options.letters).slice(0, 5);
  const pairs = letters.map((letter): [Side, Side] => [
    (x, y) => letterForm(letter, x, y),
    (x, y) => letterForm(letter.toLowerCase(), x, y),
  ]);
  return matchPage({
    seed: options.seed,
    pairs,
    kind: "match letters",
    title: "Match big and small letters",
    hint: "Say the sound, then draw a line from dot to dot.",
  });
}

/** Pairs that belong together, such as an animal and its home. */
export function matchPairsPage(options: {
  seed: string;
  pairs: readonly (readonly [DrawingName, DrawingName])[];
  title: string;
}): Page {
  const chosen = shuffle(makeRandom(options.seed), options.pairs).slice(0, 5);
  const pairs = chosen.map(([one, other]): [Side, Side] => [picture(one), picture(other)]);
  return matchPage({
    seed: options.seed,
    pairs,
    kind: "match pairs",
    title: options.title,
    hint: "Draw a line from dot to dot.",
  });
}

/** Pictures and their pale shadows. */
export function matchShadowsPage(options: Choice): Page {
  const chosen = shuffle(makeRandom(options.seed), options.pictures).slice(0, 5);
  const pairs = chosen.map((name): [Side, Side] => [
    picture(name),
    (x, y) => shadow(draw(name, { x, y, size: 98 })),
  ]);
  return matchPage({
    seed: options.seed,
    pairs,
    kind: "match shadows",
    title: "Find the shadow",
    hint: "Every picture has lost its shadow. Draw a line to bring it back.",
  });
}

function matchPage(options: {
  seed: string;
  pairs: readonly [Side, Side][];
  kind: string;
  title: string;
  hint: string;
}): Page {
  const { seed, pairs, ...words } = options;
  const order = derange(
    makeRandom(`${seed}/right`),
    pairs.map((_, index) => index),
  );
  const ops = pairs.flatMap((pair, row): Op[] => {
    const y = TOP + 66 + row * 120;
    return [
      ...pair[0](LEFT, y),
      ...at(pairs, at(order, row))[1](RIGHT, y),
      circle(158, y, 4.5, { stroke: INK, width: 1.8 }),
      circle(370, y, 4.5, { stroke: INK, width: 1.8 }),
    ];
  });
  return sheet({ ...words, ops });
}

function picture(name: DrawingName): Side {
  return (x, y) => draw(name, { x, y, size: 98 });
}

function letterForm(sign: string, x: number, y: number): Op[] {
  const height = 68;
  const top = y - height / 2 - ("gjpqy".includes(sign) ? 14 : 0);
  return strokes(sign, { x: x - strokeWidth(sign, height) / 2, y: top, height }).map((op) => ({
    ...op,
    width: 6,
  }));
}

function group(name: DrawingName, count: number, x: number, y: number): Op[] {
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
