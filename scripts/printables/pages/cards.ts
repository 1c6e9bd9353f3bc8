import { z } from "zod";
import { draw } from "../drawings.ts";
import { cutFrame, grid, spread } from "../engine/layout.ts";
import { definePage, TOP } from "../engine/page.ts";
import { at, shuffle } from "../engine/random.ts";
import { caption, circle, INK, line, text } from "../engine/scene.ts";
import { dottedWord, strokeWidth } from "../engine/tracing.ts";
import { wordOf } from "../lists.ts";
import * as is from "../schemas.ts";

const PALE = { width: 1, stroke: "#b5b5b5" };

export const CARD_PAGES = {
  "memory cards": definePage({ pictures: is.drawings }, ({ pictures, random }) => {
    const six = shuffle(random, pictures).slice(0, 6);
    const deck = [...six, ...six];
    const cells = grid({ columns: 3, rows: 4, x: 39, y: TOP + 4, width: 450, height: 604 });
    return cells.flatMap((cell, index) => [
      cutFrame(cell),
      ...draw(at(deck, index), { x: cell.cx, y: cell.cy, size: 118 }),
    ]);
  }),

  /** Montessori three-part cards: the whole card, the picture alone and the word alone. */
  "three-part cards": definePage({ words: z.array(is.word) }, ({ words }) =>
    grid({ columns: 3, rows: 1, y: TOP + 4, height: 604 }).flatMap((column, index) => {
      const [word, picture] = at(words, index);
      const upper = { ...column, height: 300, edge: 24, look: PALE };
      const cut = { width: 1.2, dash: [5, 5] };
      const lower = { ...column, y: column.y + 304, height: 300, edge: 0, look: cut };
      return [upper, lower].flatMap((card) => {
        const [left, right] = [card.x + card.edge, card.x + card.width - card.edge];
        return [
          cutFrame(card),
          ...draw(picture, { x: card.cx, y: card.y + 122, size: 146 }),
          line([left, card.y + 240], [right, card.y + 240], card.look),
          caption(card.cx, card.y + 278, word, 20),
        ];
      });
    }),
  ),

  "clip cards": definePage({ pictures: is.drawings, from: z.int() }, (options) => {
    const kinds = shuffle(options.random, options.pictures);
    return grid({ columns: 2, rows: 3, y: TOP + 4, height: 604 }).flatMap((card, index) => {
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
        line([card.x, card.y + 152], [card.x + card.width, card.y + 152], PALE),
        ...[0, 1, 2].map((step) =>
          caption(card.cx + (step - 1) * 80, card.y + 188, String(low + step), 30),
        ),
      ];
    });
  }),

  "number cards": definePage({ from: z.int() }, ({ from }) =>
    grid({ columns: 2, rows: 3, y: TOP + 4, height: 604 }).flatMap((card, index) => {
      const number = from + index;
      const [sign, height, x] = [String(number), 92, card.x + 62];
      const dots = { ...card, width: 136, y: card.y + 14, height: card.height - 28 };
      return [
        cutFrame(card),
        ...dottedWord(sign, { x: x - strokeWidth(sign, height) / 2, y: card.y + 34, height }),
        text(x, card.y + 164, wordOf(number), { face: "strong", size: 13, anchor: "middle" }),
        ...spread({ ...dots, cx: card.x + 184 }, number, 2).map((dot) =>
          circle(dot.x, dot.y, 13, { stroke: INK, width: 1.8 }),
        ),
      ];
    }),
  ),
};
