import { draw, type DrawingName } from "../drawings.ts";
import { cutFrame, grid, spread } from "../engine/layout.ts";
import { type Choice, type Page, sheet, TOP } from "../engine/page.ts";
import { at, makeRandom, shuffle } from "../engine/random.ts";
import { circle, INK, line, type Op, text } from "../engine/scene.ts";
import { dottedWord, strokeWidth } from "../engine/tracing.ts";
import { numberName } from "./number-tracing.ts";

/** Six pairs of picture cards to cut out. */
export function memoryPage(options: Choice): Page {
  const random = makeRandom(options.seed);
  const six = shuffle(random, options.pictures).slice(0, 6);
  const deck = [...six, ...six];
  return sheet({
    kind: "memory cards",
    title: "Memory game",
    hint: "Print on thick paper, cut out the twelve cards, turn them over and find the pairs.",
    ops: grid({ columns: 3, rows: 4, x: 39, y: TOP + 4, width: 450, height: 604 }).flatMap(
      (cell, index) => [
        cutFrame(cell),
        ...draw(at(deck, index), { x: cell.cx, y: cell.cy, size: 118 }),
      ],
    ),
  });
}

/** Picture cards with their name: whole card, picture alone, word alone, as in Montessori rooms. */
export function threePartPage(options: {
  words: readonly (readonly [string, DrawingName])[];
  title: string;
}): Page {
  const columns = grid({ columns: 3, rows: 1, y: TOP + 4, height: 604, gap: 0 });
  return sheet({
    kind: "three-part cards",
    title: options.title,
    hint: "Keep the top card whole. Cut the lower one along the line, then match picture and word.",
    ops: columns.flatMap((column, index): Op[] => {
      const [word, picture] = at(options.words, index);
      const label = (y: number) =>
        text(column.cx, y, word, { face: "display", size: 20, anchor: "middle" });
      const upper = { ...column, height: 300 };
      const lower = { ...column, y: column.y + 304, height: 300 };
      return [upper, lower].flatMap((card, part): Op[] => [
        cutFrame(card),
        ...draw(picture, { x: card.x + card.width / 2, y: card.y + 122, size: 146 }),
        line(
          [card.x + (part ? 0 : 24), card.y + 240],
          [card.x + card.width - (part ? 0 : 24), card.y + 240],
          part ? { width: 1.2, dash: [5, 5] } : { width: 1, stroke: "#b5b5b5" },
        ),
        label(card.y + 278),
      ]);
    }),
  });
}

/** Clip cards: count the pictures and clip the right number. */
export function clipCardsPage(options: Choice & { from: number }): Page {
  const random = makeRandom(options.seed);
  const kinds = shuffle(random, options.pictures);
  return sheet({
    kind: "clip cards",
    title: "Count and clip",
    hint: "Cut out the cards. Put a clothespin on the right number.",
    ops: grid({ columns: 2, rows: 3, y: TOP + 4, height: 604 }).flatMap((card, index): Op[] => {
      const number = options.from + index;
      const area = { ...card, x: card.x + 20, width: card.width - 40, y: card.y + 14, height: 128 };
      const perRow = number <= 4 ? Math.max(1, Math.min(number, 2)) : Math.ceil(number / 2);
      const size = Math.min(62, (area.width / perRow) * 0.9);
      const low = Math.max(0, number - ((index * 2 + 1) % 3));
      return [
        cutFrame(card),
        ...spread(area, number, perRow).flatMap((place) =>
          draw(at(kinds, index), { ...place, size }),
        ),
        line([card.x, card.y + 152], [card.x + card.width, card.y + 152], {
          width: 1,
          stroke: "#b5b5b5",
        }),
        ...[0, 1, 2].map((step) =>
          text(card.cx + (step - 1) * 80, card.y + 188, String(low + step), {
            face: "display",
            size: 30,
            anchor: "middle",
          }),
        ),
      ];
    }),
  });
}

/** Number cards with dots to put counters on. */
export function numberCardsPage(options: { from: number }): Page {
  return sheet({
    kind: "number cards",
    title: "Numbers and counters",
    hint: "Cut out the cards. Lay a button or a bean on every ring.",
    ops: grid({ columns: 2, rows: 3, y: TOP + 4, height: 604 }).flatMap((card, index): Op[] => {
      const number = options.from + index;
      const height = 92;
      const dots = {
        ...card,
        x: card.x + 116,
        width: 136,
        y: card.y + 14,
        height: card.height - 28,
        cx: card.x + 184,
      };
      return [
        cutFrame(card),
        ...dottedWord(String(number), {
          x: card.x + 62 - strokeWidth(String(number), height) / 2,
          y: card.y + 34,
          height,
        }),
        numberName(card.x + 62, card.y + 164, number),
        ...spread(dots, number, 2).map(({ x, y }) => circle(x, y, 13, { stroke: INK, width: 1.8 })),
      ];
    }),
  });
}
