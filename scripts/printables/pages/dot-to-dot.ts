import { place } from "../drawings.ts";
import { definePage } from "../engine/page.ts";
import { circle, INK, text } from "../engine/scene.ts";
import { attribute, elementsIn, outlinesOf, readSheet, titleOf } from "../engine/svg.ts";
import * as is from "../schemas.ts";

const SHEET = readSheet("dot-pictures");
const SIZE = 470;

export const DOT_PICTURES = [...SHEET.keys()];

type Point = readonly [number, number];

export const DOT_PAGES = {
  "dot to dot": definePage({ picture: is.text }, ({ picture }) => {
    const { name, dots, drawn } = dotPicture(picture);
    const scale = SIZE / 100;
    const placed = dots.map(([x = 0, y = 0]): Point => [
      264 + (x - 50) * scale,
      372 + (y - 50) * scale + 8,
    ]);
    const look = { size: 15, face: "strong", anchor: "middle" } as const;
    const numbered = placed.flatMap(([x, y], index) => {
      const [dx, dy] = outward(placed, index);
      return [
        circle(x, y, index ? 3.4 : 4.6, { fill: INK, width: 0 }),
        text(x + dx * 15, y + dy * 15 + 5.4, String(index + 1), look),
      ];
    });
    return {
      words: { name, last: dots.length },
      ops: [...place(drawn, { x: 264, y: 380, size: SIZE }), ...numbered],
      dots: placed,
    };
  }),
};

/** Reads a dot-to-dot picture: its dots in counting order, and the lines that are already drawn. */
function dotPicture(id: string) {
  const group = SHEET.get(id);
  const polygon = group && elementsIn(group).find(({ name }) => name === "polygon");
  if (!polygon) throw new Error(`There is no dot-to-dot picture ${id}.`);
  const dots = attribute(polygon, "points").split(" ");
  return {
    name: titleOf(group),
    dots: dots.map((dot) => dot.split(",").map(Number)),
    drawn: outlinesOf(group),
  };
}

/** Direction away from the neighbouring dots, so that the number is not on the line to draw. */
function outward(dots: readonly Point[], index: number): Point {
  const [x, y] = dots[index] ?? [0, 0];
  const [px, py] = dots[(index + dots.length - 1) % dots.length] ?? [x, y];
  const [nx, ny] = dots[(index + 1) % dots.length] ?? [x, y];
  const unit = (ax: number, ay: number) => {
    const length = Math.hypot(ax - x, ay - y) || 1;
    return [(ax - x) / length, (ay - y) / length] as const;
  };
  const [[ux, uy], [vx, vy]] = [unit(px, py), unit(nx, ny)];
  const [sx, sy] = [-(ux + vx), -(uy + vy)];
  const length = Math.hypot(sx, sy);
  if (length < 0.25) return [-uy, ux];
  return [sx / length, sy / length];
}
