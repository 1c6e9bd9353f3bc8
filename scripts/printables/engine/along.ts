import { parsePath } from "./path.ts";
import { type Op, path } from "./scene.ts";

export type Point = readonly [number, number];

/** Points along a path, 24 to each curve, in the units of its data; one list for each sub-path. */
export function flatten(data: string): Point[][] {
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

/** The point at a distance along a run of points, and the direction there in degrees. */
export function pointAlong(run: readonly Point[], distance: number): { at: Point; angle: number } {
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

/** Length of a run of points. */
export function lengthOf(run: readonly Point[]): number {
  return run.slice(1).reduce((sum, [x, y], index) => {
    const [px, py] = run[index] ?? [x, y];
    return sum + Math.hypot(x - px, y - py);
  }, 0);
}

/** A small open arrow head at a point, looking along `angle` degrees. */
export function arrowHead([x, y]: Point, angle: number, size = 7): Op {
  const wing = (turn: number) => {
    const a = ((angle + turn) * Math.PI) / 180;
    return `${x + Math.cos(a) * size} ${y + Math.sin(a) * size}`;
  };
  return path(`M${wing(148)}L${x} ${y}L${wing(-148)}`, { width: 2 });
}
