import { z } from "zod";
import { draw } from "../drawings.ts";
import { bubble, frame, grid, spread } from "../engine/layout.ts";
import { definePage, TOP } from "../engine/page.ts";
import { at, between, shuffle, shuffledNumbers } from "../engine/random.ts";
import { caption } from "../engine/scene.ts";
import * as is from "../schemas.ts";

/** `max` is how far the child can count, raised to six because the page needs six numbers. */
const counted = { pictures: is.drawings, max: z.int().transform((max) => Math.max(6, max)) };

export const COUNTING_PAGES = {
  /** Six boxes of pictures, each with three numbers to choose from. */
  "count and circle": definePage(counted, ({ pictures, max, random }) => {
    const kinds = shuffle(random, pictures);
    const counts = shuffledNumbers(random, max);
    const cells = grid({ columns: 2, rows: 3, y: TOP + 6, height: 600, gap: 16 });
    return cells.flatMap((cell, index) => {
      const count = at(counts, index);
      const perRow = count <= 4 ? Math.min(count, 3) : Math.ceil(count / 2);
      const area = { ...cell, x: cell.x + 12, width: cell.width - 24, y: cell.y + 10, height: 128 };
      const rows = Math.ceil(count / perRow);
      const size = Math.min(92, (area.width / perRow) * 0.88, (area.height / rows) * 0.92);
      const lowest = Math.max(1, count - between(random, 0, 2));
      return [
        frame(cell),
        ...spread(area, count, perRow).flatMap((place) =>
          draw(at(kinds, index), { ...place, size }),
        ),
        ...[0, 1, 2].flatMap((step) =>
          bubble(cell.cx + (step - 1) * 62, cell.y + cell.height - 27, String(lowest + step), 19),
        ),
      ];
    });
  }),

  "count and color": definePage(counted, ({ pictures, max, random }) => {
    const kinds = shuffle(random, pictures);
    const numbers = shuffledNumbers(random, max).slice(0, 6);
    const cells = grid({ columns: 1, rows: 6, y: TOP + 4, height: 604, gap: 12 });
    return cells.flatMap((cell, row) => {
      const step = (cell.width - 104) / 5;
      return [
        frame(cell),
        caption(46, cell.cy + 17, String(at(numbers, row)), 48),
        ...Array.from({ length: 10 }, (_, i) =>
          draw(at(kinds, row), {
            x: 100 + (i % 5) * step + step / 2,
            y: cell.cy + (i < 5 ? -23 : 23),
            size: 42,
          }),
        ).flat(),
      ];
    });
  }),

  /** Mixed pictures of five kinds, with a box for the count of each kind. */
  "I spy": definePage({ pictures: is.drawings }, ({ pictures, random }) => {
    const kinds = shuffle(random, pictures).slice(0, 5);
    const counts = shuffle(random, [3, 4, 5, 6, 7]);
    const bag = shuffle(
      random,
      kinds.flatMap((kind, i) => Array<string>(at(counts, i)).fill(kind)),
    );
    const cells = grid({ columns: 5, rows: 5, x: 14, y: TOP + 16, width: 500, height: 440 });
    return [
      frame({ x: 0, y: TOP + 4, width: 528, height: 464 }, 18),
      ...cells.flatMap((cell, index) =>
        draw(at(bag, index), {
          x: cell.cx + between(random, -7, 7),
          y: cell.cy + between(random, -5, 5),
          size: between(random, 66, 76),
          turn: between(random, -14, 14),
        }),
      ),
      ...grid({ columns: 5, rows: 1, y: 556, height: 112, gap: 12 }).flatMap((cell, index) => [
        frame(cell),
        ...draw(at(kinds, index), { x: cell.cx, y: cell.y + 36, size: 54 }),
        frame({ x: cell.cx - 20, y: cell.y + 68, width: 40, height: 36 }, 6),
      ]),
    ];
  }),
};
