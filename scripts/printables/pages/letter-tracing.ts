import { draw } from "../drawings.ts";
import { ALPHABET } from "../lists.ts";
import { type Page, sheet, TOP } from "../engine/page.ts";
import { BOX, type Op, text } from "../engine/scene.ts";
import { dottedWord, guidedLetter, strokeWidth, writingLines } from "../engine/tracing.ts";

const HEIGHT = 46;

/** A page for one capital letter (A to Z): how it is written, its picture, rows to trace. */
export function letterPage({ letter }: { letter: string }): Page {
  const [word, picture] = ALPHABET[letter] ?? ["", "star"];
  const small = letter.toLowerCase();
  const big = { y: TOP + 26, height: 150 };
  const capital = strokeWidth(letter, big.height);
  const lower = strokeWidth(small, big.height);
  const left = Math.max(20, 175 - (capital + lower + 44) / 2);
  const rows = [letter, small, `${letter}${small}`];
  const ops: Op[] = [
    ...guidedLetter(letter, { x: left, ...big }),
    ...guidedLetter(small, { x: left + capital + 44, ...big }),
    ...draw(picture, { x: 432, y: TOP + 88, size: 158 }),
    text(432, TOP + 200, word, { face: "display", size: 26, anchor: "middle" }),
    ...rows.flatMap((sign, index) => traceRow(sign, 334 + index * 86)),
    ...writingLines({ x: 0, y: 592, width: BOX.width, height: HEIGHT }),
    ...dottedWord(letter, { x: 14, y: 592, height: HEIGHT }),
  ];
  return sheet({
    kind: "letter tracing",
    title: `Trace the letter ${letter}`,
    hint: `Start at dot 1 and follow the arrows. ${letter} is for ${word}.`,
    ops,
  });
}

/** One row between writing lines: the sign in ink, then dotted as often as it fits. */
function traceRow(sign: string, y: number): Op[] {
  const width = strokeWidth(sign, HEIGHT);
  const step = Math.max(width + 26, 62);
  const count = Math.floor((BOX.width - 24 - width) / step) + 1;
  return [
    ...writingLines({ x: 0, y, width: BOX.width, height: HEIGHT }),
    ...Array.from({ length: count }, (_, index) =>
      dottedWord(sign, { x: 14 + index * step, y, height: HEIGHT }),
    ).flat(),
  ];
}
