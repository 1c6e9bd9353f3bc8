import {
  ellipse,
  type Matrix,
  parsePath,
  polyline,
  rectangle,
  type Segment,
  transformPath,
} from "./path.ts";

/**
 * Drawing area of every page in points, y downwards. It fits both A4 and US Letter, so that a card
 * has the same size on both. Activities stay above `bottom`; the footer is below.
 */
export const BOX = { width: 528, height: 712, bottom: 680 } as const;

export const INK = "#000000";
export const GREY = "#6b6b6b";
export const WHITE = "#ffffff";

/** Stroke, fill and dashes of an outline; `width` and `dash` in points. */
export type Look = { stroke?: string; fill?: string; width?: number; dash?: readonly number[] };

export type PathOp = Look & { kind: "path"; segments: readonly Segment[]; width: number };

/** Font: display is Fredoka 600; text and strong are Figtree 400 and 600. */
export type Face = "display" | "text" | "strong";

export type TextOp = {
  kind: "text";
  x: number;
  y: number;
  text: string;
  size: number;
  face: Face;
  anchor: "start" | "middle" | "end";
  colour: string;
};

export type Op = PathOp | TextOp;

/** Makes an outline from SVG path data; by default a black line of 2.4 pt without a fill. */
export function path(data: string, look: Look = {}): PathOp {
  const stroke = look.stroke ?? (look.fill ? undefined : INK);
  return { kind: "path", segments: parsePath(data), ...look, stroke, width: look.width ?? 2.4 };
}

export function circle(cx: number, cy: number, radius: number, look: Look = {}): PathOp {
  return path(ellipse(cx, cy, radius), look);
}

export function box(area: Parameters<typeof rectangle>[0], look: Look = {}): PathOp {
  return path(rectangle(area), look);
}

type Point = readonly [number, number];

export function line(from: Point, to: Point, look: Look = {}): PathOp {
  return lines([from, to], look);
}

export function lines(points: readonly Point[], look: Look = {}): PathOp {
  return path(polyline(points), look);
}

/** Text at a baseline, left-aligned in 14 pt Figtree by default. */
export function text(
  x: number,
  y: number,
  words: string,
  look: Partial<Pick<TextOp, "size" | "face" | "anchor" | "colour">> = {},
): TextOp {
  const plain = { size: 14, face: "text", anchor: "start", colour: INK } as const;
  return { kind: "text", x, y, text: words, ...plain, ...look };
}

/** Text in the display face, centred at a baseline. */
export function caption(x: number, y: number, words: string, size: number): TextOp {
  return text(x, y, words, { face: "display", size, anchor: "middle" });
}

/** Transforms outlines but not their stroke widths. Text is only moved and scaled. */
export function transform(ops: readonly Op[], matrix: Matrix): Op[] {
  const [a, b, c, d, e, f] = matrix;
  return ops.map((op) =>
    op.kind === "path"
      ? { ...op, segments: transformPath(op.segments, matrix) }
      : {
          ...op,
          x: a * op.x + c * op.y + e,
          y: b * op.x + d * op.y + f,
          size: op.size * Math.hypot(c, d),
        },
  );
}

/** Recolours ops as a pale silhouette. */
export function shadow(ops: readonly Op[], colour = "#cfcfcf"): Op[] {
  return ops.map((op) =>
    op.kind === "path"
      ? { ...op, stroke: op.stroke && colour, fill: op.fill && colour }
      : { ...op, colour },
  );
}
