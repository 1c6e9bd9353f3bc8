import type { Op } from "../../../scripts/printables/engine/scene.ts";

/** Returns the bounding box of all paths, including control points and stroke widths. */
export function bounds(ops: readonly Op[]): { x1: number; y1: number; x2: number; y2: number } {
  const area = { x1: Infinity, y1: Infinity, x2: -Infinity, y2: -Infinity };
  for (const op of ops) {
    if (op.kind !== "path") continue;
    const half = op.stroke ? op.width / 2 : 0;
    for (const [, ...numbers] of op.segments) {
      for (let index = 0; index + 1 < numbers.length; index += 2) {
        const [x = 0, y = 0] = [numbers[index], numbers[index + 1]];
        area.x1 = Math.min(area.x1, x - half);
        area.y1 = Math.min(area.y1, y - half);
        area.x2 = Math.max(area.x2, x + half);
        area.y2 = Math.max(area.y2, y + half);
      }
    }
  }
  return area;
}
