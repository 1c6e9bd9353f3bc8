import { INK_COLOURS } from "../palette.ts";
import { type Page, sheet } from "../page.ts";
import { parsePath, transformPath } from "../path.ts";
import { circle, INK, type Op, type PathOp, text, WHITE } from "../scene.ts";
import { place } from "../drawings/kit.ts";
import { NUMBER_PICTURES, type NumberPicture, type NumberPuzzle } from "./number-pictures.ts";
import { bubble } from "../layout.ts";

/** A picture of closed areas, each with a number; the key above says which colour it is. */
export function colourByNumberPage({ picture }: { picture: NumberPicture }): Page {
  const { name, colours, areas, extra }: NumberPuzzle = NUMBER_PICTURES[picture];
  const size = 500;
  const [left, top] = [14, 158];
  const scale = size / 100;
  const outlines = areas.map(([outline]): PathOp => ({
    kind: "path",
    segments: transformPath(parsePath(outline), [scale, 0, 0, scale, left, top]),
    stroke: INK,
    fill: WHITE,
    width: 2.6,
  }));
  const numbers = areas.map(([, colour, x, y]) =>
    text(left + x * scale, top + y * scale + 6, String(colour), {
      face: "strong",
      size: 17,
      anchor: "middle",
    }),
  );
  const step = 528 / colours.length;
  const key = colours.flatMap((colour, index): Op[] => {
    const x = step * index + 22;
    return [
      ...bubble(x, 100, String(index + 1), 14),
      circle(x + 32, 100, 9, { stroke: INK, fill: INK_COLOURS[colour], width: 1.2 }),
      text(x + 32, 126, colour, { size: 13, face: "strong", anchor: "middle" }),
    ];
  });
  return sheet({
    kind: "color by number",
    title: "Color by number",
    hint: `Find the number, then its color. Together they make a ${name}.`,
    ops: [
      ...key,
      ...outlines,
      ...place(extra, { x: left + size / 2, y: top + size / 2, size }),
      ...numbers,
    ],
    regions: areas.map(([outline]) => outline),
  });
}
