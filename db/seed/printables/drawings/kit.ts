import { ellipse, transformPath } from "../path.ts";
import { INK, path, type PathOp, WHITE } from "../scene.ts";

/** Line art in a frame of 100 x 100 units; stroke widths are relative to the weight of the page. */
export type Drawing = readonly PathOp[];

const THIN = 0.72;

/** A closed form that hides what lies behind it. */
export function shape(data: string): PathOp {
  return path(data, { stroke: INK, fill: WHITE, width: 1 });
}

/** An open line at full weight. */
export function line(data: string): PathOp {
  return path(data, { stroke: INK, width: 1 });
}

/** A finer line for whiskers, folds and patterns. */
export function thin(data: string): PathOp {
  return path(data, { stroke: INK, width: THIN });
}

/** A white oval with an outline. */
export function oval(cx: number, cy: number, rx: number, ry = rx, angle = 0): PathOp {
  return shape(ellipse(cx, cy, rx, ry, angle));
}

/** A finer oval without a fill. */
export function ring(cx: number, cy: number, rx: number, ry = rx, angle = 0): PathOp {
  return thin(ellipse(cx, cy, rx, ry, angle));
}

/** A small solid dot: an eye, a nose, a seed. */
export function dot(cx: number, cy: number, rx = 2.6, ry = rx): PathOp {
  return path(ellipse(cx, cy, rx, ry), { fill: INK, width: 0 });
}

/** The parts and their mirror image about a vertical line. */
export function mirror(parts: Drawing, axis = 50): PathOp[] {
  const flip = [-1, 0, 0, 1, 2 * axis, 0] as const;
  return [
    ...parts,
    ...parts.map((part) => ({ ...part, segments: transformPath(part.segments, flip) })),
  ];
}

/** Two eyes and a smile around a centre, `gap` units between the eyes. */
export function face(cx: number, cy: number, gap: number, eye = 2.6): PathOp[] {
  const half = gap / 2;
  const mouth = gap * 0.24;
  return [
    dot(cx - half, cy, eye, eye * 1.15),
    dot(cx + half, cy, eye, eye * 1.15),
    line(`M${cx - mouth} ${cy + gap * 0.3}q${mouth} ${mouth * 1.25} ${mouth * 2} 0`),
  ];
}

/** Where a drawing stands: its centre and side in points, and if wanted its weight and turn. */
export type Place = {
  x: number;
  y: number;
  size: number;
  weight?: number;
  /** Degrees, clockwise. */
  turn?: number;
  flip?: boolean;
};

/** Sets a drawing on the page; small drawings get finer lines so that they stay open. */
export function place(drawing: Drawing, where: Place): PathOp[] {
  const { x, y, size, turn = 0, flip = false } = where;
  const weight = where.weight ?? Math.min(3.1, Math.max(1.35, 1.05 + size * 0.0115));
  const scale = size / 100;
  const angle = (turn * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle) * scale, Math.sin(angle) * scale];
  const side = flip ? -1 : 1;
  const [a, b] = [cos * side, sin * side];
  const matrix = [a, b, -sin, cos, x - 50 * a + 50 * sin, y - 50 * b - 50 * cos] as const;
  return drawing.map((part) => ({
    ...part,
    segments: transformPath(part.segments, matrix),
    width: part.width * weight,
  }));
}
