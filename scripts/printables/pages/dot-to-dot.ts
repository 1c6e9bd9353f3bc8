import { type Page, sheet } from "../engine/page.ts";
import { circle, INK, type Op, text } from "../engine/scene.ts";
import { place } from "../drawings.ts";
import { attribute, elementsIn, outlinesOf, readSheet, titleOf } from "../engine/svg.ts";

const SHEET = readSheet("dot-pictures");

/** The ids of all dot-to-dot pictures. */
export const DOT_PICTURES = [...SHEET.keys()];

/** Numbered dots that make a picture; joined in order and back to 1. */
export function dotToDotPage({ picture }: { picture: string }): Page {
  const { name, dots, drawn } = dotPicture(picture);
  const size = 470;
  const spot = ([x = 0, y = 0]: readonly number[]) =>
    [264 + (x - 50) * (size / 100), 372 + (y - 50) * (size / 100) + 8] as const;
  const placed = dots.map(spot);
  const ops = [
    ...place(drawn, { x: 264, y: 380, size }),
    ...placed.flatMap(([x, y], index): Op[] => {
      const [dx, dy] = outward(placed, index);
      return [
        circle(x, y, index ? 3.4 : 4.6, { fill: INK, width: 0 }),
        text(x + dx * 15, y + dy * 15 + 5.4, String(index + 1), {
          size: 15,
          face: "strong",
          anchor: "middle",
        }),
      ];
    }),
  ];
  return sheet({
    kind: "dot to dot",
    title: "Join the dots",
    hint: `Count from 1 to ${dots.length}, then go back to 1. What is hiding here? (A ${name}.)`,
    ops,
    dots: placed,
  });
}

/** A dot-to-dot picture: its dots in counting order, and what is already drawn. */
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

/** Away from the two neighbouring dots, so that the number never lies on the line to be drawn. */
function outward(dots: readonly (readonly [number, number])[], index: number): [number, number] {
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
