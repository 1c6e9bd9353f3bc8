import { z } from "zod";
import { type Drawing, place } from "../drawings.ts";
import { bubble } from "../engine/layout.ts";
import { definePage } from "../engine/page.ts";
import { type ColourWord, INK_COLOURS } from "../engine/palette.ts";
import { parsePath, transformPath } from "../engine/path.ts";
import { circle, INK, type PathOp, text, WHITE } from "../engine/scene.ts";
import {
  attribute,
  type Element,
  elementsIn,
  outlinesOf,
  pathData,
  readSheet,
  titleOf,
  wordsOf,
} from "../engine/svg.ts";
import * as is from "../schemas.ts";

type NumberPicture = {
  name: string;
  colours: readonly ColourWord[];
  areas: readonly Area[];
  extra: Drawing;
};

/** One area: its closed outline, the index of its colour, and the position of the number. */
type Area = { outline: string; colour: number; x: number; y: number };

export const NUMBER_PICTURES: ReadonlyMap<string, NumberPicture> = new Map(
  [...readSheet("number-pictures")].map(([id, group]) => [id, readPicture(group)]),
);

const SIZE = 500;
const SCALE = SIZE / 100;
const [LEFT, TOP] = [14, 158];

export const COLOUR_BY_NUMBER_PAGES = {
  "color by number": definePage({ picture: is.text }, ({ picture }) => {
    const found = NUMBER_PICTURES.get(picture);
    if (!found) throw new Error(`There is no color-by-number picture ${picture}.`);
    const { name, colours, areas, extra } = found;
    const step = 528 / colours.length;
    const key = colours.flatMap((colour, index) => {
      const x = step * index + 22;
      return [
        ...bubble(x, 100, String(index + 1), 14),
        circle(x + 32, 100, 9, { stroke: INK, fill: INK_COLOURS[colour], width: 1.2 }),
        text(x + 32, 126, colour, { size: 13, face: "strong", anchor: "middle" }),
      ];
    });
    const outlines = areas.map(({ outline }): PathOp => ({
      kind: "path",
      segments: transformPath(parsePath(outline), [SCALE, 0, 0, SCALE, LEFT, TOP]),
      stroke: INK,
      fill: WHITE,
      width: 2.6,
    }));
    const look = { face: "strong", size: 17, anchor: "middle" } as const;
    const numbers = areas.map(({ colour, x, y }) =>
      text(LEFT + x * SCALE, TOP + y * SCALE + 6, String(colour), look),
    );
    const drawn = place(extra, { x: LEFT + SIZE / 2, y: TOP + SIZE / 2, size: SIZE });
    return {
      words: { name },
      ops: [...key, ...outlines, ...drawn, ...numbers],
      regions: areas.map(({ outline }) => outline),
    };
  }),
};

/** Reads a picture: an area is an outline followed by its number; other outlines are on top. */
function readPicture(group: Element): NumberPicture {
  const parts = elementsIn(group);
  const name = titleOf(group);
  return {
    name,
    colours: is.checked(name, z.array(is.colour), attribute(group, "data-colors").split(" ")),
    areas: parts.flatMap((part, index): Area[] => {
      const number = parts[index + 1];
      if (number?.name !== "text") return [];
      return [
        {
          outline: pathData(part),
          colour: Number(wordsOf(number)),
          x: Number(attribute(number, "x")),
          y: Number(attribute(number, "y")),
        },
      ];
    }),
    extra: parts.filter((_, index) => parts[index + 1]?.name !== "text").flatMap(outlinesOf),
  };
}
