import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { transformPath } from "./engine/path.ts";
import { type Face, INK, type Op, type PathOp, text } from "./engine/scene.ts";
import {
  attribute,
  type Element,
  elementsIn,
  findUsed,
  numbersIn,
  outlinesOf,
  readSheet,
  readSvg,
  wordsOf,
} from "./engine/svg.ts";

/** Line art in a frame of 100 x 100 units; stroke widths are relative to the weight of the page. */
export type Drawing = readonly PathOp[];

/** Placement of a drawing: centre and side in points, optional weight and rotation in degrees. */
type Place = {
  x: number;
  y: number;
  size: number;
  weight?: number | undefined;
  turn?: number;
};

const MOTIFS = new Map<string, Drawing>(
  readdirSync(join(import.meta.dirname, "drawings/motifs"))
    .flatMap((file) => [...readSheet(`motifs/${basename(file, ".svg")}`)])
    .map(([name, group]) => [name, outlinesOf(group)]),
);

export function hasDrawing(name: string): boolean {
  return MOTIFS.has(name);
}

/** Draws the named motif centred at x and y, `size` points wide and high. */
export function draw(name: string, where: Place): PathOp[] {
  const drawing = MOTIFS.get(name);
  if (!drawing) throw new Error(`There is no drawing named ${name}.`);
  return place(drawing, where);
}

/** Places a drawing on the page. Small drawings get thinner lines, so that details stay visible. */
export function place(drawing: Drawing, where: Place): PathOp[] {
  const { x, y, size, turn = 0 } = where;
  const weight = where.weight ?? Math.min(3.1, Math.max(1.35, 1.05 + size * 0.0115));
  const scale = size / 100;
  const angle = (turn * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle) * scale, Math.sin(angle) * scale];
  const matrix = [cos, sin, -sin, cos, x - 50 * cos + 50 * sin, y - 50 * sin - 50 * cos] as const;
  return drawing.map((part) => ({
    ...part,
    segments: transformPath(part.segments, matrix),
    width: part.width * weight,
  }));
}

export function drawSheet(file: string): Op[] {
  return elementsIn(readSvg(file)).flatMap(drawElement);
}

/**
 * Draws an element of a sheet: outlines, text (its class is the face), or a `use` with a width,
 * which places a drawing of the same file or a motif (invisible in viewers), centred at x and y.
 */
export function drawElement(element: Element): Op[] {
  const { name, attribs } = element;
  if (name === "g") return elementsIn(element).flatMap(drawElement);
  if (name === "text") return [words(element)];
  return name === "use" && attribs["width"] ? placed(element) : outlinesOf(element);
}

function words(element: Element): Op {
  const size = (key: string) => Number(attribute(element, key));
  const { fill: colour = INK, "text-anchor": anchor } = element.attribs;
  return text(size("x"), size("y"), wordsOf(element), {
    face: attribute(element, "class") as Face,
    size: size("font-size"),
    anchor: anchor === "middle" ? anchor : "start",
    colour,
  });
}

function placed(use: Element): PathOp[] {
  const size = (key: string) => Number(attribute(use, key));
  const { "stroke-width": width, transform } = use.attribs;
  const [turn = 0] = numbersIn(transform);
  const weight = width === undefined ? undefined : Number(width);
  const where = { x: size("x"), y: size("y"), size: size("width"), weight, turn };
  const found = findUsed(use);
  return found ? place(outlinesOf(found), where) : draw(attribute(use, "href").slice(1), where);
}
