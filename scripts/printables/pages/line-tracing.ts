import { draw, type DrawingName } from "../drawings.ts";
import { type Page, sheet, TOP } from "../engine/page.ts";
import { polyline } from "../engine/path.ts";
import { at, makeRandom, shuffle } from "../engine/random.ts";
import { circle, GREY, INK, type Op, path, WHITE } from "../engine/scene.ts";

const [LEFT, RIGHT] = [84, 440];

/** Ways to draw a line from LEFT to RIGHT around y, within 30 points up and down. */
const STROKES: ((y: number) => string)[] = [
  (y) => `M${LEFT} ${y}H${RIGHT}`,
  (y) => repeat(5, (x, step) => `q${step / 4} -44 ${step / 2} 0t${step / 2} 0`, y),
  (y) =>
    polyline(Array.from({ length: 10 }, (_, i) => [LEFT + (i * 356) / 9, y + (i % 2 ? -24 : 20)])),
  (y) =>
    repeat(
      5,
      (_, step) =>
        `c${step * 0.9} 0 ${step * 0.9} -50 ${step * 0.45} -50s${-step * 0.1} 50 ${step * 0.55} 50`,
      y + 22,
    ),
  (y) => repeat(6, (_, step) => `a${step / 2} ${step * 0.46} 0 0 1 ${step} 0`, y + 14),
  (y) => repeat(4, (_, step) => `v-40h${step / 2}v40h${step / 2}`, y + 20),
  (y) =>
    `M${LEFT} ${y}C${LEFT + 110} ${y - 62} ${LEFT + 150} ${y + 66} 262 ${y}S${RIGHT - 60} ${y - 44} ${RIGHT} ${y}`,
  (y) => repeat(3, (_, step) => `l${step / 2} -40l${step / 2} 40`, y + 18),
];

/** Five dotted paths from a picture to where it wants to go. Pairs are shuffled by the seed. */
export function linesPage(options: {
  seed: string;
  pairs: readonly (readonly [DrawingName, DrawingName])[];
}): Page {
  const random = makeRandom(options.seed);
  const kinds = shuffle(random, STROKES);
  const pairs = shuffle(random, options.pairs);
  const rows = Array.from({ length: 5 }, (_, row) => {
    const y = TOP + 74 + row * 118;
    const [from, to] = at(pairs, row);
    return [
      ...draw(from, { x: 34, y, size: 68 }),
      ...draw(to, { x: 490, y, size: 72 }),
      ...dottedLine(at(kinds, row)(y)),
    ];
  });
  return sheet({
    kind: "line tracing",
    title: "Follow the lines with your pencil",
    hint: "Start at the open dot on the left. Slow and steady is best.",
    ops: rows.flat(),
  });
}

/** A dotted line with an open dot where it starts. */
function dottedLine(data: string): Op[] {
  const line = path(data, { stroke: GREY, width: 3.2, dash: [0.01, 8] });
  const [first] = line.segments;
  if (first?.[0] !== "M") return [line];
  return [line, circle(first[1], first[2], 5, { stroke: INK, fill: WHITE, width: 1.8 })];
}

function repeat(times: number, piece: (x: number, step: number) => string, y: number): string {
  const step = (RIGHT - LEFT) / times;
  return `M${LEFT} ${y}${Array.from({ length: times }, (_, i) => piece(LEFT + i * step, step)).join("")}`;
}
