import { draw, type DrawingName } from "../drawings.ts";
import { bubble, cutFrame, frame, grid } from "../engine/layout.ts";
import { type Choice, type Page, sheet, TOP } from "../engine/page.ts";
import { at, derange, makeRandom, shuffle } from "../engine/random.ts";
import { line, type Op, path, text } from "../engine/scene.ts";

/** A story in four pictures. */
type Story = { title: string; steps: readonly (readonly [DrawingName, string])[] };

/** Cut out the pictures and glue them in order. */
export function sequencePage(options: { seed: string; story: Story }): Page {
  const { steps, title } = options.story;
  const order = derange(
    makeRandom(options.seed),
    steps.map((_, i) => i),
  );
  const slots = grid({ columns: 2, rows: 2, x: 74, y: TOP + 10, width: 380, height: 348, gap: 20 });
  const cards = grid({ columns: 4, rows: 1, y: 496, height: 160 });
  return sheet({
    kind: "cut and paste sequence",
    title,
    hint: "What happens first? Cut out the pictures and glue them in the right order.",
    ops: [
      ...slots.flatMap((slot, index) => [
        frame(slot, 6),
        ...bubble(slot.x, slot.y + 18, String(index + 1)),
      ]),
      cutLine(474),
      ...cards.flatMap((card, index): Op[] => {
        const [picture, words] = at(steps, at(order, index));
        return [
          cutFrame(card),
          ...draw(picture, { x: card.cx, y: card.y + 66, size: 96 }),
          text(card.cx, card.y + 142, words, { size: 12.5, face: "strong", anchor: "middle" }),
        ];
      }),
    ],
  });
}

/** Two named groups and the pictures that belong to each. */
export type Sorting = {
  title: string;
  left: { name: string; pictures: readonly DrawingName[] };
  right: { name: string; pictures: readonly DrawingName[] };
};

/** Cut out eight pictures and sort them into two boxes. */
export function sortingPage(options: { seed: string; sorting: Sorting }): Page {
  const { title, left, right } = options.sorting;
  const random = makeRandom(options.seed);
  const pictures = shuffle(random, [
    ...shuffle(random, left.pictures).slice(0, 4),
    ...shuffle(random, right.pictures).slice(0, 4),
  ]);
  const boxes = grid({ columns: 2, rows: 1, y: TOP + 8, height: 340, gap: 18 });
  return sheet({
    kind: "cut and paste sorting",
    title,
    hint: "Cut out the pictures, talk about each one, then glue it where it belongs.",
    ops: [
      ...[left.name, right.name].flatMap((name, index): Op[] => {
        const area = at(boxes, index);
        return [
          frame(area, 16),
          text(area.cx, area.y + 32, name, { face: "display", size: 20, anchor: "middle" }),
          line([area.x + 16, area.y + 46], [area.x + area.width - 16, area.y + 46], { width: 1.2 }),
        ];
      }),
      cutLine(440),
      ...grid({ columns: 4, rows: 2, y: 458, height: 208 }).flatMap((card, index) => [
        cutFrame(card),
        ...draw(at(pictures, index), { x: card.cx, y: card.cy, size: 84 }),
      ]),
    ],
  });
}

/** A picture in five numbered strips: cut, mix, put together again. */
export function stripPuzzlePage(options: { picture: DrawingName; title: string }): Page {
  const area = { x: 34, y: TOP + 8, width: 460, height: 560 };
  const strips = grid({ columns: 5, rows: 1, ...area });
  return sheet({
    kind: "strip puzzle",
    title: options.title,
    hint: "Color the picture, cut along the dashed lines, mix the strips and count them back together.",
    ops: [
      ...draw(options.picture, { x: 264, y: area.y + 250, size: 410, weight: 3 }),
      ...strips.flatMap((strip, index) => [
        cutFrame(strip),
        ...bubble(strip.cx, area.y + area.height - 30, String(index + 1), 17),
      ]),
    ],
  });
}

const SNIPS: readonly ((x: number) => string)[] = [
  (x) => `M${x} 560V170`,
  (x) => `M${x - 16} 560L${x + 20} 480L${x - 20} 400L${x + 20} 320L${x - 20} 240L${x} 170`,
  (x) => `M${x} 560c-40 -50 40 -80 0 -130s40 -80 0 -130s40 -80 0 -130`,
  (x) => `M${x - 14} 560v-70h28v-70h-28v-70h28v-70h-28v-60h14v-50`,
  (x) => `M${x - 24} 560L${x + 24} 170`,
  (x) => `M${x} 560c50 -120 -60 -200 0 -390`,
];

/** Six lines to cut from the paper's edge up to a picture. */
export function scissorsPage(options: Choice): Page {
  const random = makeRandom(options.seed);
  const kinds = shuffle(random, SNIPS).slice(0, 5);
  const pictures = shuffle(random, options.pictures);
  return sheet({
    kind: "scissors",
    title: "Snip along the lines",
    hint: "Thumb on top! An adult stays close. Cut from the scissors up to the picture.",
    ops: kinds.flatMap((kind, index): Op[] => {
      const x = 64 + index * 100;
      return [
        path(kind(x), { width: 2.2, dash: [9, 8] }),
        ...draw(at(pictures, index), { x, y: 122, size: 78 }),
        ...draw("scissors", { x, y: 606, size: 58 }),
      ];
    }),
  });
}

/** A dashed line across the sheet with scissors. */
function cutLine(y: number): Op {
  return line([0, y], [528, y], { width: 1.2, dash: [6, 6] });
}
