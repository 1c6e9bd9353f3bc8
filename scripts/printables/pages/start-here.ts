import { draw, type DrawingName } from "../drawings.ts";
import { wrapText } from "../engine/fonts.ts";
import { bubble } from "../engine/layout.ts";
import type { Page } from "../engine/page.ts";
import { sheet, TOP } from "../engine/page.ts";
import { at } from "../engine/random.ts";
import { box, INK, line, type Op, text } from "../engine/scene.ts";

const STEPS: readonly (readonly [DrawingName, string, string])[] = [
  [
    "book",
    "Pick your paper",
    "Every book comes in A4 and in US Letter. Print the one that matches the paper in your printer.",
  ],
  [
    "magnifier",
    "Print at 100 %",
    "Choose “Actual size” or “Scale: 100 %”. Then cards that belong together have the same size.",
  ],
  [
    "drop",
    "Save ink",
    "“Black and white” and “Draft” are fine for every page: it is all line art, with no dark areas.",
  ],
  [
    "key",
    "Punch and keep",
    "The margins leave room for two, three or four holes. One folder a month keeps the table tidy.",
  ],
  [
    "crayon",
    "Use it again",
    "Slip tracing pages and mazes into sheet protectors and draw with a dry-erase pen.",
  ],
];

/** The first page of every volume: how to print, save ink and use the pages again. */
export function startHerePage(options: { volume: string }): Page {
  return sheet({
    kind: "start here",
    title: "Start here: how to print",
    hint: `For the adult. You are holding “${options.volume}”.`,
    motif: draw("bear", { x: 490, y: 32, size: 62 }),
    ops: [
      ...STEPS.flatMap(([picture, head, words], index): Op[] => {
        const y = TOP + 22 + index * 98;
        return [
          ...bubble(18, y + 26, String(index + 1), 17),
          ...draw(picture, { x: 90, y: y + 30, size: 70 }),
          text(148, y + 18, head, { face: "display", size: 18 }),
          ...wrapText("text", words, 13, 370).map((line, row) =>
            text(148, y + 38 + row * 18, line, { size: 13 }),
          ),
        ];
      }),
      ...ruler(),
    ],
  });
}

/** A scale to check that the printer did not shrink the page. */
function ruler(): Op[] {
  const [x, y, cm] = [54, 622, 72 / 2.54];
  const marks = Array.from({ length: 11 }, (_, i) => i);
  return [
    text(264, 596, "Hold a ruler here: ten centimeters, or four inches for the outer box.", {
      size: 12.5,
      face: "strong",
      anchor: "middle",
    }),
    box({ x: 120, y: y - 12, width: 288, height: 46, radius: 0 }, { stroke: INK, width: 1.4 }),
    ...marks.map((i) =>
      line([x + 68 + i * cm, y + 12], [x + 68 + i * cm, y + (i % 5 ? 20 : 26)], { width: 1.2 }),
    ),
    line([x + 68, y + 12], [x + 68 + 10 * cm, y + 12], { width: 1.2 }),
    ...marks
      .slice(1, -1)
      .map((i) =>
        text(x + 68 + i * cm, y + 7, String(at(marks, i)), { size: 9, anchor: "middle" }),
      ),
  ];
}
