import { draw, type DrawingName } from "../drawings.ts";
import { type Page, sheet, TOP } from "../engine/page.ts";
import type { Op } from "../engine/scene.ts";
import { dottedWord, strokeWidth, writingLines } from "../engine/tracing.ts";

/** Five pictures with their words to trace; words are lower case letters. */
export function wordsPage(options: { words: readonly (readonly [string, DrawingName])[] }): Page {
  const height = 50;
  return sheet({
    kind: "word tracing",
    title: "Trace the words",
    hint: "Say the word slowly. Which sound comes first?",
    ops: options.words.slice(0, 5).flatMap(([word, picture], row): Op[] => {
      const y = TOP + 66 + row * 120;
      const width = strokeWidth(word, height);
      const copies = width < 160 ? 2 : 1;
      return [
        ...draw(picture, { x: 58, y, size: 98 }),
        ...writingLines({ x: 132, y: y - 25, width: 396, height }),
        ...Array.from({ length: copies }, (_, i) =>
          dottedWord(word, { x: 144 + i * 196, y: y - 25, height }),
        ).flat(),
      ];
    }),
  });
}
