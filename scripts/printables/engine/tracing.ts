import { GLYPHS } from "../lists.ts";
import { parsePath, transformPath } from "./path.ts";
import { circle, GREY, INK, line, type Op, path, type PathOp, text, WHITE } from "./scene.ts";

const GAP = 22;

type Point = readonly [number, number];

/** Returns the width of a word drawn as strokes with letters `height` points tall. */
export function strokeWidth(word: string, height: number): number {
  const units = [...word].reduce((sum, sign) => sum + getStrokes(sign).width + GAP, -GAP);
  return (units * height) / 100;
}

/** Draws the strokes of a word from left to right, its top line at `y`, `height` points tall. */
export function strokes(word: string, at: { x: number; y: number; height: number }): PathOp[] {
  const scale = at.height / 100;
  let x = at.x;
  return [...word].flatMap((sign) => {
    const { width, strokes: data } = getStrokes(sign);
    const matrix = [scale, 0, 0, scale, x, at.y] as const;
    x += (width + GAP) * scale;
    return data.map((stroke): PathOp => ({
      kind: "path",
      segments: transformPath(parsePath(stroke), matrix),
      stroke: INK,
      width: 2.4,
    }));
  });
}

export function dottedWord(word: string, at: { x: number; y: number; height: number }): Op[] {
  const width = Math.min(3.4, Math.max(2, at.height / 17));
  return strokes(word, at).map((op) => ({ ...op, stroke: GREY, width, dash: [0.01, width * 2] }));
}

/**
 * Draws a large hollow letter with dotted strokes, numbered start points and arrows for the writing
 * direction.
 */
export function guidedLetter(sign: string, at: { x: number; y: number; height: number }): Op[] {
  const tube = at.height * 0.19;
  const solid = strokes(sign, at);
  const scale = at.height / 100;
  const begun: Point[] = [];
  const guides = getStrokes(sign).strokes.flatMap((data, index): Op[] => {
    const run = flatten(data)[0] ?? [];
    const length = lengthOf(run);
    const [first] = run;
    if (!first) return [];
    const taken = begun.some(([x, y]) => Math.hypot(x - first[0], y - first[1]) < 9);
    const begin = length > 10 ? pointAlong(run, taken ? 13 : 1).at : first;
    const arrow = pointAlong(run, Math.min(length * 0.66, 36));
    begun.push(first);
    const place = ([px, py]: Point): Point => [at.x + px * scale, at.y + py * scale];
    const [cx, cy] = place(begin);
    return [
      ...(length > 10 ? [arrowHead(place(arrow.at), arrow.angle)] : []),
      circle(cx, cy, 7, { stroke: INK, fill: WHITE, width: 1.4 }),
      text(cx, cy + 3.4, String(index + 1), { size: 9.5, face: "strong", anchor: "middle" }),
    ];
  });
  return [
    ...solid.map((op) => ({ ...op, width: tube })),
    ...solid.map((op) => ({ ...op, stroke: WHITE, width: tube - 4.6 })),
    ...solid.map((op) => ({ ...op, stroke: GREY, width: 2.6, dash: [0.01, 6] })),
    ...guides,
  ];
}

/** Writing lines for letters of this height: solid top and base lines, a dashed middle line. */
export function writingLines(at: { x: number; y: number; width: number; height: number }): Op[] {
  const across = (y: number, dash?: number[]) =>
    line([at.x, y], [at.x + at.width, y], { stroke: "#b5b5b5", width: 1, dash });
  return [across(at.y), across(at.y + at.height / 2, [5, 5]), across(at.y + at.height)];
}

function getStrokes(sign: string) {
  const glyph = GLYPHS[sign];
  if (!glyph) throw new Error(`There are no strokes for ${sign}.`);
  return glyph;
}

/** Returns points along a path, 24 per curve, in the units of its data; one list per sub-path. */
function flatten(data: string): Point[][] {
  const runs: Point[][] = [];
  let [x, y] = [0, 0];
  for (const s of parsePath(data)) {
    if (s[0] === "Z") {
      const run = runs.at(-1);
      if (run?.[0]) run.push(run[0]);
      continue;
    }
    if (s[0] === "M") runs.push([[s[1], s[2]]]);
    if (s[0] === "L") runs.at(-1)?.push([s[1], s[2]]);
    if (s[0] === "C") {
      const [, x1, y1, x2, y2, x3, y3] = s;
      for (let step = 1; step <= 24; step++) {
        const t = step / 24;
        const [a, b, c, d] = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3];
        runs.at(-1)?.push([a * x + b * x1 + c * x2 + d * x3, a * y + b * y1 + c * y2 + d * y3]);
      }
      [x, y] = [x3, y3];
      continue;
    }
    [x, y] = [s[1], s[2]];
  }
  return runs;
}

/** Returns the point at a distance along a polyline, and the direction there in degrees. */
function pointAlong(run: readonly Point[], distance: number): { at: Point; angle: number } {
  let left = distance;
  for (let index = 1; index < run.length; index++) {
    const [[x1, y1], [x2, y2]] = [run[index - 1] ?? [0, 0], run[index] ?? [0, 0]];
    const length = Math.hypot(x2 - x1, y2 - y1);
    const angle = (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI;
    if (left <= length && length > 0) {
      const share = left / length;
      return { at: [x1 + (x2 - x1) * share, y1 + (y2 - y1) * share], angle };
    }
    left -= length;
  }
  return { at: run.at(-1) ?? [0, 0], angle: 0 };
}

function lengthOf(run: readonly Point[]): number {
  return run.slice(1).reduce((sum, [x, y], index) => {
    const [px, py] = run[index] ?? [x, y];
    return sum + Math.hypot(x - px, y - py);
  }, 0);
}

function arrowHead([x, y]: Point, angle: number, size = 7): Op {
  const wing = (turn: number) => {
    const a = ((angle + turn) * Math.PI) / 180;
    return `${x + Math.cos(a) * size} ${y + Math.sin(a) * size}`;
  };
  return path(`M${wing(148)}L${x} ${y}L${wing(-148)}`, { width: 2 });
}
