import { draw, type DrawingName } from "../drawings.ts";
import { cutFrame, frame, grid } from "../engine/layout.ts";
import { type Page, sheet, TOP } from "../engine/page.ts";
import { at } from "../engine/random.ts";
import { box, circle, GREY, INK, lines, type Op, text } from "../engine/scene.ts";
import { textWidth } from "../engine/fonts.ts";
import { dottedWord, strokeWidth } from "../engine/tracing.ts";

/** A name beside a picture and the point it names, both in points of the page. */
type Label = { word: string; to: readonly [number, number]; at: readonly [number, number] };

/** A large picture with names; the names can be read or, for the activity book, traced. */
export function labelledPage(options: {
  title: string;
  hint: string;
  picture: DrawingName;
  labels: readonly Label[];
  traced?: boolean;
}): Page {
  const { picture, labels, traced = false, ...words } = options;
  return sheet({
    kind: traced ? "trace the labels" : "labelled picture",
    ...words,
    ops: [
      ...draw(picture, { x: 264, y: 372, size: 420, weight: 3 }),
      ...labels.flatMap(({ word, to, at: [x, y] }): Op[] => {
        const left = x < 264;
        const reach = traced ? strokeWidth(word, 26) + 10 : textWidth("strong", word, 17) + 8;
        return [
          lines([[left ? x + reach : x - reach, y - 6], to], { width: 1.2 }),
          circle(to[0], to[1], 2.8, { fill: INK, width: 0 }),
          ...(traced
            ? dottedWord(word, { x: left ? x : x - reach + 10, y: y - 26, height: 26 })
            : [text(x, y, word, { face: "strong", size: 17, anchor: left ? "start" : "end" })]),
        ];
      }),
    ],
  });
}

/** The five senses, each with what it notices. */
export function sensesPage(): Page {
  const senses: readonly (readonly [DrawingName, string, DrawingName, DrawingName])[] = [
    ["eye", "I see", "rainbow", "star"],
    ["ear", "I hear", "drum", "bird"],
    ["nose", "I smell", "flower", "cake"],
    ["mouth", "I taste", "iceCream", "strawberry"],
    ["hand", "I touch", "cactus", "kitten"],
  ];
  return sheet({
    kind: "senses",
    title: "My five senses",
    hint: "Say the sentence, then draw one more thing in the empty box.",
    ops: grid({ columns: 1, rows: 5, y: TOP + 6, height: 600, gap: 12 }).flatMap(
      (row, index): Op[] => {
        const [organ, words, one, two] = at(senses, index);
        return [
          frame(row),
          ...draw(organ, { x: 62, y: row.cy, size: 88 }),
          text(122, row.cy + 8, words, { face: "display", size: 22 }),
          ...draw(one, { x: 262, y: row.cy, size: 82 }),
          ...draw(two, { x: 362, y: row.cy, size: 82 }),
          box(
            { x: 420, y: row.y + 10, width: 96, height: row.height - 20, radius: 8 },
            { stroke: INK, width: 1.4, dash: [5, 5] },
          ),
        ];
      },
    ),
  });
}

/** An empty face to draw on: happy, sad, surprised, sleepy. */
export function feelingsPage(): Page {
  return sheet({
    kind: "feelings",
    title: "Draw how they feel",
    hint: "Make the face in a mirror first. Where do you feel it in your body?",
    ops: grid({ columns: 2, rows: 2, y: TOP + 6, height: 600, gap: 16 }).flatMap(
      (cell, index): Op[] => [
        frame(cell),
        circle(cell.cx, cell.cy - 14, 96, { width: 2.8 }),
        circle(cell.cx - 30, cell.cy - 36, 4.5, { fill: INK, width: 0 }),
        circle(cell.cx + 30, cell.cy - 36, 4.5, { fill: INK, width: 0 }),
        text(
          cell.cx,
          cell.y + cell.height - 18,
          at(["happy", "sad", "surprised", "sleepy"], index),
          { face: "display", size: 22, anchor: "middle" },
        ),
      ],
    ),
  });
}

/** Four parts of the body on cards: what each one does. */
export function organCardsPage(options: {
  title: string;
  cards: readonly (readonly [DrawingName, string, string])[];
}): Page {
  return sheet({
    kind: "fact cards",
    title: options.title,
    hint: "Color the cards, cut them out and ask each other: what does it do?",
    ops: grid({ columns: 2, rows: 2, y: TOP + 6, height: 600 }).flatMap((cell, index): Op[] => {
      const [picture, name, fact] = at(options.cards, index);
      return [
        cutFrame(cell),
        ...draw(picture, { x: cell.cx, y: cell.y + 122, size: 168 }),
        text(cell.cx, cell.y + 244, name, { face: "display", size: 22, anchor: "middle" }),
        ...fact.split("|").map((line, i) =>
          text(cell.cx, cell.y + 266 + i * 16, line, {
            size: 12.5,
            anchor: "middle",
            colour: GREY,
          }),
        ),
      ];
    }),
  });
}
