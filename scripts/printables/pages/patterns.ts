import { draw, type DrawingName } from "../drawings.ts";
import { cutFrame, frame, grid } from "../engine/layout.ts";
import { type Choice, type Page, sheet, TOP } from "../engine/page.ts";
import { at, makeRandom, pick, shuffle } from "../engine/random.ts";
import { box, INK, type Op, text } from "../engine/scene.ts";

const RULES = ["ABABA", "AABAA", "ABBAB", "ABCAB", "ABBAA", "AABBA"] as const;

/** What comes after five pictures when the rule goes on. */
const NEXT: Record<(typeof RULES)[number], string> = {
  ABABA: "B",
  AABAA: "B",
  ABBAB: "B",
  ABCAB: "C",
  ABBAA: "B",
  AABBA: "A",
};

/** Six rows of five pictures and an empty box: draw what comes next. */
export function patternsPage(options: Choice): Page {
  const random = makeRandom(options.seed);
  const pictures = shuffle(random, options.pictures);
  const cells = grid({ columns: 1, rows: 6, y: TOP + 4, height: 604, gap: 10 });
  const ops = cells.flatMap((row, index): Op[] => {
    const rule = at(RULES, index);
    const trio = [0, 1, 2].map((step) => at(pictures, index * 2 + step));
    return [
      ...[...rule].flatMap((sign, step) =>
        draw(at(trio, "ABC".indexOf(sign)), { x: 44 + step * 88, y: row.cy, size: 74 }),
      ),
      box(
        { x: 444, y: row.cy - 40, width: 80, height: 80, radius: 10 },
        { stroke: INK, width: 1.6, dash: [6, 6] },
      ),
      text(484, row.cy + 10, "?", {
        face: "display",
        size: 28,
        anchor: "middle",
        colour: "#b5b5b5",
      }),
    ];
  });
  return sheet({
    kind: "patterns",
    title: "What comes next?",
    hint: "Say the row out loud like a song, then draw the next picture.",
    ops,
  });
}

/** Patterns to finish with scissors and glue. */
export function pastePatternsPage(options: Choice): Page {
  const random = makeRandom(options.seed);
  const pictures = shuffle(random, options.pictures);
  const rules = shuffle(random, RULES).slice(0, 5);
  const answers: DrawingName[] = [];
  const rows = grid({ columns: 1, rows: 5, y: TOP + 4, height: 478, gap: 8 }).flatMap(
    (row, index): Op[] => {
      const rule = at(rules, index);
      const trio = [0, 1, 2].map((step) => at(pictures, index * 2 + step));
      answers.push(at(trio, "ABC".indexOf(NEXT[rule])));
      return [
        ...[...rule].flatMap((sign, step) =>
          draw(at(trio, "ABC".indexOf(sign)), { x: 44 + step * 86, y: row.cy, size: 70 }),
        ),
        frame({ x: 440, y: row.cy - 42, width: 84, height: 84 }, 4),
      ];
    },
  );
  const cards = grid({ columns: 5, rows: 1, x: 30, y: 582, width: 468, height: 84, gap: 12 });
  const mixed = shuffle(random, answers);
  return sheet({
    kind: "cut and paste pattern",
    title: "Cut, paste, finish the pattern",
    hint: `Cut out the five cards below. ${pick(random, ["Try before you glue.", "Say the pattern first."])}`,
    ops: [
      ...rows,
      ...cards.flatMap((card, index) => [
        cutFrame({ ...card, x: card.cx - 40, width: 80, height: 80 }),
        ...draw(at(mixed, index), { x: card.cx, y: card.y + 40, size: 66 }),
      ]),
    ],
  });
}

/** Rows of four alike and one that is different. */
export function oddOneOutPage(options: Choice): Page {
  const random = makeRandom(options.seed);
  const pictures = shuffle(random, options.pictures);
  const ops = grid({ columns: 1, rows: 5, y: TOP + 6, height: 600, gap: 14 }).flatMap(
    (row, index): Op[] => {
      const odd = Math.floor(random() * 5);
      const [same, other] = [at(pictures, index * 2), at(pictures, index * 2 + 1)];
      return [
        frame(row),
        ...[0, 1, 2, 3, 4].flatMap((step) =>
          draw(step === odd ? other : same, { x: 58 + step * 103, y: row.cy, size: 80 }),
        ),
      ];
    },
  );
  return sheet({
    kind: "odd one out",
    title: "Which one is different?",
    hint: "Circle it and tell why it does not belong.",
    ops,
  });
}

/** A four by four picture grid in which every picture appears once in each row and column. */
export function pictureSudokuPage(options: Choice): Page {
  const random = makeRandom(options.seed);
  const four = shuffle(random, options.pictures).slice(0, 4);
  const rows = shuffle(random, [
    [0, 1, 2, 3],
    [2, 3, 0, 1],
    [1, 0, 3, 2],
    [3, 2, 1, 0],
  ]);
  const hidden = shuffle(
    random,
    rows.flatMap((_, row) => [row * 4, row * 4 + 1, row * 4 + 2, row * 4 + 3]),
  ).slice(0, 6);
  const cells = grid({ columns: 4, rows: 4, x: 44, y: TOP + 10, width: 440, height: 440 });
  const missing = hidden.map((cell) => at(four, at(at(rows, Math.floor(cell / 4)), cell % 4)));
  return sheet({
    kind: "picture puzzle grid",
    title: "Every picture once in each row",
    hint: "Look along the row and down the column. Cut out the cards and fill the empty squares.",
    ops: [
      ...cells.flatMap((cell, index): Op[] => [
        frame(cell, 0),
        ...(hidden.includes(index)
          ? []
          : draw(at(four, at(at(rows, Math.floor(index / 4)), index % 4)), {
              x: cell.cx,
              y: cell.cy,
              size: 86,
            })),
      ]),
      ...grid({ columns: 6, rows: 1, y: 570, height: 88 }).flatMap((cell, index) => [
        cutFrame(cell),
        ...draw(at(missing, index), { x: cell.cx, y: cell.cy, size: 72 }),
      ]),
    ],
  });
}
