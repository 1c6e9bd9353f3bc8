import { draw } from "../drawings.ts";
import { cutFrame, frame, grid } from "../engine/layout.ts";
import { definePage, TOP } from "../engine/page.ts";
import { at, pick, shuffle } from "../engine/random.ts";
import { box, INK, text } from "../engine/scene.ts";
import * as is from "../schemas.ts";

/** Patterns of five pictures, each with the picture that comes next. */
const RULES = [
  ["ABABA", "B"],
  ["AABAA", "B"],
  ["ABBAB", "B"],
  ["ABCAB", "C"],
  ["ABBAA", "B"],
  ["AABBA", "A"],
] as const;

/** Rows of a Latin square. */
const ROWS = [
  [0, 1, 2, 3],
  [2, 3, 0, 1],
  [1, 0, 3, 2],
  [3, 2, 1, 0],
];

const options = { pictures: is.drawings };

export const PATTERN_PAGES = {
  patterns: definePage(options, ({ pictures, random }) => {
    const mixed = shuffle(random, pictures);
    const cells = grid({ columns: 1, rows: 6, y: TOP + 4, height: 604, gap: 10 });
    const dashed = { stroke: INK, width: 1.6, dash: [6, 6] };
    const pale = { face: "display", size: 28, anchor: "middle", colour: "#b5b5b5" } as const;
    return cells.flatMap((row, index) => {
      const [rule] = at(RULES, index);
      return [
        ...picturesOf(rule, mixed, index).flatMap((name, step) =>
          draw(name, { x: 44 + step * 88, y: row.cy, size: 74 }),
        ),
        box({ x: 444, y: row.cy - 40, width: 80, height: 80, radius: 10 }, dashed),
        text(484, row.cy + 10, "?", pale),
      ];
    });
  }),

  "cut and paste pattern": definePage(options, ({ pictures, random }) => {
    const mixed = shuffle(random, pictures);
    const rules = shuffle(random, RULES).slice(0, 5);
    const answers = rules.flatMap(([, next], index) => picturesOf(next, mixed, index));
    const rows = grid({ columns: 1, rows: 5, y: TOP + 4, height: 478, gap: 8 });
    const cards = grid({ columns: 5, rows: 1, x: 30, y: 582, width: 468, height: 84, gap: 12 });
    const cut = shuffle(random, answers);
    const ops = [
      ...rows.flatMap((row, index) => [
        ...picturesOf(at(rules, index)[0], mixed, index).flatMap((name, step) =>
          draw(name, { x: 44 + step * 86, y: row.cy, size: 70 }),
        ),
        frame({ x: 440, y: row.cy - 42, width: 84, height: 84 }, 4),
      ]),
      ...cards.flatMap((card, index) => [
        cutFrame({ ...card, x: card.cx - 40, width: 80, height: 80 }),
        ...draw(at(cut, index), { x: card.cx, y: card.y + 40, size: 66 }),
      ]),
    ];
    const advice = pick(random, ["Try before you glue.", "Say the pattern first."]);
    return { words: { advice }, ops };
  }),

  "odd one out": definePage(options, ({ pictures, random }) => {
    const mixed = shuffle(random, pictures);
    const rows = grid({ columns: 1, rows: 5, y: TOP + 6, height: 600, gap: 14 });
    return rows.flatMap((row, index) => {
      const odd = Math.floor(random() * 5);
      const [same, other] = [at(mixed, index * 2), at(mixed, index * 2 + 1)];
      return [
        frame(row),
        ...[0, 1, 2, 3, 4].flatMap((step) =>
          draw(step === odd ? other : same, { x: 58 + step * 103, y: row.cy, size: 80 }),
        ),
      ];
    });
  }),

  /** A four by four picture grid in which every picture appears once in each row and column. */
  "picture puzzle grid": definePage(options, ({ pictures, random }) => {
    const four = shuffle(random, pictures).slice(0, 4);
    const squares = shuffle(random, ROWS).flatMap((row) => row.map((picture) => at(four, picture)));
    const hidden = shuffle(random, [...squares.keys()]).slice(0, 6);
    const cells = grid({ columns: 4, rows: 4, x: 44, y: TOP + 10, width: 440, height: 440 });
    const cards = grid({ columns: 6, rows: 1, y: 570, height: 88 });
    return [
      ...cells.flatMap((cell, index) => [
        frame(cell, 0),
        ...(hidden.includes(index)
          ? []
          : draw(at(squares, index), { x: cell.cx, y: cell.cy, size: 86 })),
      ]),
      ...cards.flatMap((cell, index) => [
        cutFrame(cell),
        ...draw(at(squares, at(hidden, index)), { x: cell.cx, y: cell.cy, size: 72 }),
      ]),
    ];
  }),
};

/** Returns the pictures of a row, of up to three kinds; consecutive rows share one kind. */
function picturesOf(rule: string, pictures: readonly string[], row: number): string[] {
  return [...rule].map((sign) => at(pictures, row * 2 + "ABC".indexOf(sign)));
}
