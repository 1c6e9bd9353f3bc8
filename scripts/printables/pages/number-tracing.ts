import { draw, type DrawingName } from "../drawings.ts";
import { frame, spread } from "../engine/layout.ts";
import { type Page, sheet, TOP } from "../engine/page.ts";
import { BOX, type Op, text } from "../engine/scene.ts";
import { dottedWord, guidedLetter, strokeWidth, writingLines } from "../engine/tracing.ts";

/** The names of the numbers 0 to 20. */
const NUMBER_WORDS =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty".split(
    " ",
  );

/** A page for one number (0 to 20) with that many pictures to colour. */
export function numberPage(options: { number: number; picture: DrawingName }): Page {
  const { number, picture } = options;
  const word = NUMBER_WORDS[number] ?? "";
  const signs = [...String(number)];
  const height = signs.length > 1 ? 128 : 160;
  const total = strokeWidth(String(number), height) + (signs.length - 1) * 14;
  let x = 110 - total / 2;
  const guided = signs.flatMap((sign) => {
    const ops = guidedLetter(sign, { x, y: TOP + 110 - height / 2, height });
    x += strokeWidth(sign, height) + height * 0.22 + 14;
    return ops;
  });
  const area = { x: 226, y: TOP + 12, width: 302, height: 216, cx: 377, cy: TOP + 120 };
  const perRow = number <= 3 ? 3 : number <= 8 ? 4 : number <= 10 ? 5 : 6;
  const places = spread(
    { ...area, x: 236, width: 282, y: area.y + 10, height: 196 },
    number,
    perRow,
  );
  const size = Math.min(
    84,
    (282 / perRow) * 0.86,
    (196 / Math.ceil(Math.max(1, number) / perRow)) * 0.86,
  );
  const count = number === 0 ? "There are none to color!" : `Color ${number}.`;
  return sheet({
    kind: "number tracing",
    title: `Trace the number ${number}`,
    hint: `Say it together: ${word}. ${count}`,
    ops: [
      ...guided,
      frame(area, 16),
      ...places.flatMap((place) => draw(picture, { ...place, size })),
      ...[322, 404].flatMap((y) => row(String(number), y)),
      ...row(word, 486),
      ...row(String(number), 568, 1),
    ],
  });
}

function row(sign: string, y: number, most = 20): Op[] {
  const height = 46;
  const width = strokeWidth(sign, height);
  const step = Math.max(width + 30, 66);
  const count = Math.min(most, Math.floor((BOX.width - 14 - width) / step) + 1);
  const copies = Array.from({ length: count }, (_, index) =>
    dottedWord(sign, { x: 14 + index * step, y, height }),
  );
  return [...writingLines({ x: 0, y, width: BOX.width, height }), ...copies.flat()];
}

/** The caption under a number card: its name. */
export function numberName(x: number, y: number, number: number): Op {
  return text(x, y, NUMBER_WORDS[number] ?? "", { face: "strong", size: 13, anchor: "middle" });
}
