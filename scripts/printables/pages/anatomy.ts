import { draw } from "../drawings.ts";
import { textWidth } from "../engine/fonts.ts";
import { cutFrame, grid } from "../engine/layout.ts";
import { definePage, type Drawn, TOP } from "../engine/page.ts";
import { at } from "../engine/random.ts";
import { caption, circle, GREY, INK, lines, type Op, text } from "../engine/scene.ts";
import { dottedWord, strokeWidth } from "../engine/tracing.ts";
import { BODY } from "../lists.ts";
import * as is from "../schemas.ts";

const MIDDLE = 264;

/** A label: its word, the point that it names (`to`) and the word's position (`at`), in points. */
type Label = { word: string; to: readonly [number, number]; at: readonly [number, number] };

export const ANATOMY_PAGES = {
  "labelled picture": definePage({ part: is.text }, ({ part }) => labelled(part, printed)),

  "trace the labels": definePage({ part: is.text }, ({ part }) => labelled(part, dotted)),

  "fact cards": definePage({ where: is.bodySide }, ({ where }) =>
    grid({ columns: 2, rows: 2, y: TOP + 6, height: 600 }).flatMap((cell, index) => {
      const [picture, name, fact] = at(BODY[where], index);
      const look = { size: 12.5, anchor: "middle", colour: GREY } as const;
      return [
        cutFrame(cell),
        ...draw(picture, { x: cell.cx, y: cell.y + 122, size: 168 }),
        caption(cell.cx, cell.y + 244, name, 22),
        ...fact.split("|").map((line, row) => text(cell.cx, cell.y + 266 + row * 16, line, look)),
      ];
    }),
  ),
};

function labelled(part: string, name: (label: Label) => { reach: number; ops: Op[] }): Drawn {
  const found = BODY.labelled[part];
  if (!found) throw new Error(`The body has no labelled ${part}.`);
  const { title, hint, picture, labels } = found;
  const ops = labels.flatMap((label) => {
    const { reach, ops: word } = name(label);
    const [x, y] = label.at;
    return [
      lines([[isLeft(label) ? x + reach : x - reach, y - 6], label.to], { width: 1.2 }),
      circle(...label.to, 2.8, { fill: INK, width: 0 }),
      ...word,
    ];
  });
  return {
    words: { title, hint },
    ops: [...draw(picture, { x: MIDDLE, y: 372, size: 420, weight: 3 }), ...ops],
  };
}

function printed(label: Label) {
  const [x, y] = label.at;
  const anchor = isLeft(label) ? "start" : "end";
  return {
    reach: textWidth("strong", label.word, 17) + 8,
    ops: [text(x, y, label.word, { face: "strong", size: 17, anchor })],
  };
}

function dotted(label: Label) {
  const [x, y] = label.at;
  const height = 26;
  const reach = strokeWidth(label.word, height) + 10;
  const left = isLeft(label) ? x : x - reach + 10;
  return { reach, ops: dottedWord(label.word, { x: left, y: y - height, height }) };
}

function isLeft({ at: [x] }: Label): boolean {
  return x < MIDDLE;
}
