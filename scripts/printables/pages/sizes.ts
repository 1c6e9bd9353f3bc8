import { draw } from "../drawings.ts";
import { cutFrame, frame, grid } from "../engine/layout.ts";
import { type Choice, type Page, sheet, TOP } from "../engine/page.ts";
import { at, makeRandom, shuffle } from "../engine/random.ts";
import { type Op } from "../engine/scene.ts";

/** Pairs of one big and one small picture. */
export function bigAndSmallPage({ seed, pictures }: Choice): Page {
  const random = makeRandom(seed);
  const kinds = shuffle(random, pictures);
  const ops = grid({ columns: 2, rows: 3, y: TOP + 6, height: 600, gap: 16 }).flatMap(
    (cell, index): Op[] => {
      const bigLeft = random() < 0.5;
      const kind = at(kinds, index);
      const x = (left: boolean) => cell.cx + (left ? -48 : 78);
      return [
        frame(cell),
        ...draw(kind, { x: bigLeft ? x(true) : cell.cx + 48, y: cell.cy, size: 140 }),
        ...draw(kind, { x: bigLeft ? x(false) : cell.cx - 78, y: cell.cy + 34, size: 62 }),
      ];
    },
  );
  return sheet({
    kind: "big and small",
    title: "Color the big one, circle the small one",
    hint: "Which one would fit into your hand?",
    ops,
  });
}

/** Five sizes of a picture to cut out and line up from small to big. */
export function sizeOrderPage({ seed, pictures }: Choice): Page {
  const random = makeRandom(seed);
  const kind = at(shuffle(random, pictures), 0);
  const sizes = shuffle(random, [44, 66, 88, 112, 136]);
  const places = [
    [88, 166],
    [264, 166],
    [440, 166],
    [176, 330],
    [352, 330],
  ] as const;
  const slots = grid({ columns: 5, rows: 1, y: 470, height: 176, gap: 6 });
  return sheet({
    kind: "size order",
    title: "From small to big",
    hint: "Cut out the five cards and glue them in a row, the smallest first.",
    ops: [
      ...sizes.flatMap((size, index): Op[] => {
        const [x, y] = at(places, index);
        return [
          cutFrame({ x: x - 76, y: y - 76, width: 152, height: 152 }),
          ...draw(kind, { x, y, size }),
        ];
      }),
      ...slots.flatMap((slot, index) => {
        const size = 62 + index * 10;
        return [
          frame({ x: slot.cx - size / 2, y: slot.y + 160 - size, width: size, height: size }, 6),
        ];
      }),
    ],
  });
}
