import { draw, type DrawingName } from "../drawings.ts";
import { wrapText } from "../engine/fonts.ts";
import { blank, bubble, grid } from "../engine/layout.ts";
import { type Page, sheet, TOP } from "../engine/page.ts";
import { ellipse, polyline } from "../engine/path.ts";
import { drawRosette, onCircle, rosetteCut, scallops } from "../engine/rosette.ts";
import { circle, GREY, INK, type Op, path, text, WHITE } from "../engine/scene.ts";

const ROSETTE = { x: 264, y: 250, radius: 138, bows: 24 };
/** Radius of a round badge's cut line: 6.6 cm across, to hold in a small hand. */
const ROUND = 94;

const STEPS: readonly (readonly [DrawingName, string])[] = [
  ["crayon", "Color the badge. Every color is right."],
  ["scissors", "An adult helps to cut along the dashed line."],
  ["shirt", "Wear it with a loop of tape. No pins, please."],
];

/** A large rosette with ribbon tails to cut out and wear, with the three steps to do so. */
export function rosettePage(options: { words: string; hero: DrawingName }): Page {
  const { x, y } = ROSETTE;
  return sheet({
    kind: "rosette badge",
    title: "My color badge",
    hint: "Print on thick paper, or glue the page to card before you cut.",
    ops: [
      rosetteCut(ROSETTE),
      ...drawRosette(ROSETTE),
      ...draw(options.hero, { x, y: y - 36, size: 120, weight: 2.6 }),
      text(x, y + 49, options.words, { face: "display", size: 20, anchor: "middle" }),
      ...nameLine(x, y + 78, 116),
      ...grid({ columns: 3, rows: 1, y: 560, height: 116, gap: 18 }).flatMap((cell, index) =>
        step(cell.cx, cell.y, index),
      ),
    ],
  });
}

function step(x: number, y: number, index: number): Op[] {
  const [picture, words] = STEPS[index] ?? ["crayon", ""];
  return [
    ...bubble(x - 34, y + 32, String(index + 1)),
    ...draw(picture, { x: x + 18, y: y + 32, size: 58 }),
    ...wrapText("text", words, 13, 150).map((line, row) =>
      text(x, y + 88 + row * 18, line, { size: 13, anchor: "middle" }),
    ),
  ];
}

/** Six round badges to cut out, each with its picture, its words and a line for the name. */
export function roundBadgesPage(options: {
  badges: readonly (readonly [DrawingName, string])[];
}): Page {
  const cells = grid({ columns: 2, rows: 3, y: TOP - 2, height: 612 });
  return sheet({
    kind: "round badges",
    title: "Six more to earn",
    hint: "One for each kind of page in the book. Cut out the badge that your child has earned today.",
    ops: cells.flatMap(({ cx: x, cy: y }, index): Op[] => {
      const [picture, words] = options.badges[index] ?? ["star", ""];
      return [
        circle(x, y, ROUND, { stroke: INK, width: 1.2, dash: [5, 5] }),
        ...rim(x, y, index),
        ...draw(picture, { x, y: y - 25, size: 70 }),
        text(x, y + 30, words, { face: "display", size: 15.5, anchor: "middle" }),
        ...nameLine(x, y + 52, 84),
      ];
    }),
  });
}

function nameLine(x: number, y: number, width: number): Op[] {
  const label = text(x, y + 11, "my name", { size: 9, anchor: "middle", colour: GREY });
  return [blank(x - width / 2, y, width), label];
}

/** Three rims in turn: bows, beads and rays. */
function rim(x: number, y: number, index: number): Op[] {
  const outer = ROUND - 8;
  const inner = ROUND - 18;
  const ring = circle(x, y, inner, { stroke: INK, fill: WHITE, width: 1.4 });
  if (index % 3 === 0) {
    const bows = scallops({ x, y, radius: outer - 4, bows: 36 });
    return [path(bows, { stroke: INK, fill: WHITE, width: 2 }), ring];
  }
  const edge = circle(x, y, outer, { stroke: INK, fill: WHITE, width: 2.2 });
  if (index % 3 === 1) {
    const beads = Array.from({ length: 40 }, (_, bead) => {
      return ellipse(...onCircle(x, y, outer - 5, bead * 9), 2.4);
    });
    return [edge, path(beads.join(""), { width: 1.3 }), ring];
  }
  const rays = Array.from({ length: 48 }, (_, ray) =>
    onCircle(x, y, ray % 2 ? outer - 1 : inner + 1, ray * 7.5),
  );
  return [edge, path(polyline(rays, true), { width: 1.3 }), ring];
}
