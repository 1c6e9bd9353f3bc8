import { draw } from "../drawings.ts";
import { cutFrame, frame, grid } from "../engine/layout.ts";
import { definePage, TOP } from "../engine/page.ts";
import { at, shuffle } from "../engine/random.ts";
import * as is from "../schemas.ts";

const PLACES = [
  [88, 166],
  [264, 166],
  [440, 166],
  [176, 330],
  [352, 330],
] as const;

export const SIZE_PAGES = {
  "big and small": definePage({ pictures: is.drawings }, ({ pictures, random }) => {
    const kinds = shuffle(random, pictures);
    const cells = grid({ columns: 2, rows: 3, y: TOP + 6, height: 600, gap: 16 });
    return cells.flatMap((cell, index) => {
      const side = random() < 0.5 ? -1 : 1;
      const kind = at(kinds, index);
      return [
        frame(cell),
        ...draw(kind, { x: cell.cx + side * 48, y: cell.cy, size: 140 }),
        ...draw(kind, { x: cell.cx - side * 78, y: cell.cy + 34, size: 62 }),
      ];
    });
  }),

  "size order": definePage({ pictures: is.drawings }, ({ pictures, random }) => {
    const kind = at(shuffle(random, pictures), 0);
    const sizes = shuffle(random, [44, 66, 88, 112, 136]);
    const slots = grid({ columns: 5, rows: 1, y: 470, height: 176, gap: 6 });
    return [
      ...sizes.flatMap((size, index) => {
        const [x, y] = at(PLACES, index);
        return [
          cutFrame({ x: x - 76, y: y - 76, width: 152, height: 152 }),
          ...draw(kind, { x, y, size }),
        ];
      }),
      ...slots.map((slot, index) => {
        const size = 62 + index * 10;
        const [x, y] = [slot.cx - size / 2, slot.y + 160 - size];
        return frame({ x, y, width: size, height: size }, 6);
      }),
    ];
  }),
};
