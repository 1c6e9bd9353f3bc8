import { draw } from "../drawings.ts";
import { bubble, cutFrame, frame, grid } from "../engine/layout.ts";
import { definePage, TOP } from "../engine/page.ts";
import { at, derange, shuffle } from "../engine/random.ts";
import { caption, line, type Op, text, transform } from "../engine/scene.ts";
import { outlinesOf, readSheet } from "../engine/svg.ts";
import * as is from "../schemas.ts";

const CUTS = [...readSheet("cuts").values()].map(outlinesOf);

export const CUT_PAGES = {
  "cut and paste sequence": definePage({ story: is.story }, ({ story, random }) => {
    const { steps, title } = story;
    const order = derange(random, [...steps.keys()]);
    const area = { x: 74, y: TOP + 10, width: 380, height: 348 };
    const slots = grid({ columns: 2, rows: 2, ...area, gap: 20 });
    const ops = [
      ...slots.flatMap((slot, index) => [
        frame(slot, 6),
        ...bubble(slot.x, slot.y + 18, String(index + 1)),
      ]),
      cutLine(474),
      ...grid({ columns: 4, rows: 1, y: 496, height: 160 }).flatMap((card, index) => {
        const [picture, words] = at(steps, at(order, index));
        return [
          cutFrame(card),
          ...draw(picture, { x: card.cx, y: card.y + 66, size: 96 }),
          text(card.cx, card.y + 142, words, { size: 12.5, face: "strong", anchor: "middle" }),
        ];
      }),
    ];
    return { words: { title }, ops };
  }),

  "cut and paste sorting": definePage({ sorting: is.sorting }, ({ sorting, random }) => {
    const { title, left, right } = sorting;
    const pictures = shuffle(random, [
      ...shuffle(random, left.pictures).slice(0, 4),
      ...shuffle(random, right.pictures).slice(0, 4),
    ]);
    const boxes = grid({ columns: 2, rows: 1, y: TOP + 8, height: 340, gap: 18 });
    const cards = grid({ columns: 4, rows: 2, y: 458, height: 208 });
    const ops = [
      ...boxes.flatMap((area, index) => [
        frame(area, 16),
        caption(area.cx, area.y + 32, at([left.name, right.name], index), 20),
        line([area.x + 16, area.y + 46], [area.x + area.width - 16, area.y + 46], { width: 1.2 }),
      ]),
      cutLine(440),
      ...cards.flatMap((card, index) => [
        cutFrame(card),
        ...draw(at(pictures, index), { x: card.cx, y: card.cy, size: 84 }),
      ]),
    ];
    return { words: { title }, ops };
  }),

  "strip puzzle": definePage({ picture: is.drawing }, ({ picture }) => {
    const area = { x: 34, y: TOP + 8, width: 460, height: 560 };
    return [
      ...draw(picture, { x: 264, y: area.y + 250, size: 410, weight: 3 }),
      ...grid({ columns: 5, rows: 1, ...area }).flatMap((strip, index) => [
        cutFrame(strip),
        ...bubble(strip.cx, area.y + area.height - 30, String(index + 1), 17),
      ]),
    ];
  }),

  scissors: definePage({ pictures: is.drawings }, (options) => {
    const cuts = shuffle(options.random, CUTS).slice(0, 5);
    const pictures = shuffle(options.random, options.pictures);
    return cuts.flatMap((cut, index) => {
      const x = 64 + index * 100;
      return [
        ...transform(cut, [1, 0, 0, 1, x, 0]),
        ...draw(at(pictures, index), { x, y: 122, size: 78 }),
        ...draw("scissors", { x, y: 606, size: 58 }),
      ];
    });
  }),
};

function cutLine(y: number): Op {
  return line([0, y], [528, y], { width: 1.2, dash: [6, 6] });
}
