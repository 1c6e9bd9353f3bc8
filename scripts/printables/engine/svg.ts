import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DomUtils, parseDocument } from "htmlparser2";
import { ellipse, type Matrix, rectangle, transformPath } from "./path.ts";
import { path, type PathOp } from "./scene.ts";

export type Element = ReturnType<typeof DomUtils.getElementsByTagName>[number];

/** Elements that carry data about a drawing and are not rendered. */
const NOT_DRAWN = new Set(["title", "style", "text", "polygon"]);

/**
 * Reads the drawings of `drawings/{sheet}.svg` by id: the top-level groups, each in a frame of 100
 * x 100 units. Ignores a group's own transform, which only arranges the file for viewers.
 */
export function readSheet(sheet: string): Map<string, Element> {
  const groups = elementsIn(readSvg(sheet)).filter(({ name }) => name === "g");
  return new Map(groups.map((group) => [attribute(group, "id"), group]));
}

export function readSvg(file: string): Element {
  const svg = readFileSync(join(import.meta.dirname, "../drawings", `${file}.svg`), "utf8");
  const [root] = parseDocument(svg, { xmlMode: true }).children.filter(DomUtils.isTag);
  if (!root) throw new Error(`${file}.svg is empty.`);
  return root;
}

export function elementsIn(element: Element): Element[] {
  return element.children.filter(DomUtils.isTag);
}

export function wordsOf(element: Element): string {
  return DomUtils.textContent(element);
}

export function titleOf(drawing: Element): string {
  return elementsIn(drawing)
    .filter(({ name }) => name === "title")
    .map(wordsOf)
    .join("");
}

export function attribute({ name, attribs }: Element, key: string): string {
  const value = attribs[key];
  if (value === undefined) throw new Error(`A drawing has a <${name}> without ${key}.`);
  return value;
}

/**
 * Returns the outlines of an element, from back to front. Shapes default to white with a black
 * outline of weight 1; `use` repeats an element, optionally transformed.
 */
export function outlinesOf(element: Element): PathOp[] {
  if (element.name === "g") return elementsIn(element).flatMap(outlinesOf);
  if (element.name === "use") return drawnAgain(element);
  if (NOT_DRAWN.has(element.name)) return [];
  const { fill = "#ffffff", stroke = "#000000", "stroke-width": width = 1 } = element.attribs;
  const color = (value: string) => (value === "none" ? undefined : value);
  const dashes = element.attribs["stroke-dasharray"];
  const dash = dashes === undefined ? undefined : numbersIn(dashes);
  const look = { stroke: color(stroke), fill: color(fill), width: Number(width), dash };
  return [path(pathData(element), look)];
}

export function pathData(element: Element): string {
  const size = (key: string) => Number(attribute(element, key));
  if (element.name === "path") return attribute(element, "d");
  if (element.name === "rect") {
    const radius = Number(element.attribs["rx"] ?? 0);
    return rectangle({
      x: size("x"),
      y: size("y"),
      width: size("width"),
      height: size("height"),
      radius,
    });
  }
  if (element.name === "circle") return ellipse(size("cx"), size("cy"), size("r"));
  if (element.name !== "ellipse") throw new Error(`<${element.name}> cannot be drawn.`);
  const [angle] = numbersIn(element.attribs["transform"]);
  return ellipse(size("cx"), size("cy"), size("rx"), size("ry"), angle);
}

/** Returns the element that a `use` refers to; null if it is not in the same file. */
export function findUsed(use: Element): Element | null {
  let file = use.parent;
  while (file?.parent) file = file.parent;
  return DomUtils.getElementById(attribute(use, "href").slice(1), file?.children ?? []);
}

function drawnAgain(use: Element): PathOp[] {
  const found = findUsed(use);
  if (!found) throw new Error(`A drawing uses ${use.attribs["href"]}, which is not in its file.`);
  const { transform } = use.attribs;
  if (!transform) return outlinesOf(found);
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = numbersIn(transform);
  const matrix: Matrix = [a, b, c, d, e, f];
  return outlinesOf(found).map((part) => ({
    ...part,
    segments: transformPath(part.segments, matrix),
  }));
}

/** Returns the numbers in an attribute such as `rotate(24 50 60)`. */
export function numbersIn(transform = ""): number[] {
  return (transform.match(/-?[\d.]+/g) ?? []).map(Number);
}
