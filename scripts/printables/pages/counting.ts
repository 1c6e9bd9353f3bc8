import { draw, type DrawingName } from "../drawings.ts";
import { bubble, frame, grid, spread } from "../engine/layout.ts";
import { type Choice, type Page, sheet, TOP } from "../engine/page.ts";
import { at, between, makeRandom, shuffle, shuffledNumbers } from "../engine/random.ts";
import { type Op, text } from "../engine/scene.ts";

type Options = Choice & { max: number };

/** Six boxes of pictures, each with three numbers of which one is right. */
export function countAndCirclePage({ seed, pictures, max }: Options): Page {
  const random = makeRandom(seed);
  const kinds = shuffle(random, pictures);
  const counts = shuffledNumbers(random, max);
  const cells = grid({ columns: 2, rows: 3, y: TOP + 6, height: 600, gap: 16 });
  const ops = cells.flatMap((cell, index): Op[] => {
    const count = at(counts, index);
    const perRow = count <= 4 ? Math.min(count, 3) : Math.ceil(count / 2);
    const area = { ...cell, x: cell.x + 12, width: cell.width - 24, y: cell.y + 10, height: 128 };
    const rows = Math.ceil(count / perRow);
    const size = Math.min(92, (area.width / perRow) * 0.88, (area.height / rows) * 0.92);
    const lowest = Math.max(1, count - between(random, 0, 2));
    return [
      frame(cell),
      ...spread(area, count, perRow).flatMap((place) => draw(at(kinds, index), { ...place, size })),
      ...[0, 1, 2].flatMap((step) =>
        bubble(cell.cx + (step - 1) * 62, cell.y + cell.height - 27, String(lowest + step), 19),
      ),
    ];
  });
  return sheet({
    kind: "count and circle",
    title: "Count and circle the number",
    hint: "Touch each picture once as you count out loud.",
    ops,
  });
}

/** Rows of ten pictures; the child colours as many as the number says. */
export function countAndColourPage({ seed, pictures, max }: Options): Page {
  const random = makeRandom(seed);
  const kinds = shuffle(random, pictures);
  const numbers = shuffledNumbers(random, max).slice(0, 6);
  const cells = grid({ columns: 1, rows: 6, y: TOP + 4, height: 604, gap: 12 });
  const ops = cells.flatMap((cell, row): Op[] => {
    const many = max > 5 ? 10 : 6;
    const step = (cell.width - 104) / (many > 6 ? 5 : 6);
    const size = many > 6 ? 42 : 62;
    const line = Math.min(many, many > 6 ? 5 : 6);
    return [
      frame(cell),
      text(46, cell.cy + 17, String(at(numbers, row)), {
        face: "display",
        size: 48,
        anchor: "middle",
      }),
      ...Array.from({ length: many }, (_, i) =>
        draw(at(kinds, row), {
          x: 100 + (i % line) * step + step / 2,
          y: many > 6 ? cell.cy + (i < line ? -23 : 23) : cell.cy,
          size,
        }),
      ).flat(),
    ];
  });
  return sheet({
    kind: "count and color",
    title: "Read the number and color that many",
    hint: "Leave the others white. Check by counting again together.",
    ops,
  });
}

/** Many pictures of a few kinds mixed up, with a box for the count of each kind. */
export function iSpyPage({ seed, pictures }: Choice): Page {
  const random = makeRandom(seed);
  const kinds = shuffle(random, pictures).slice(0, 5);
  const counts = shuffle(random, [3, 4, 5, 6, 7]);
  const bag = shuffle(
    random,
    kinds.flatMap((kind, i) => Array<DrawingName>(at(counts, i)).fill(kind)),
  );
  const field = { x: 0, y: TOP + 4, width: 528, height: 464, cx: 264, cy: 300 };
  const cells = grid({ columns: 5, rows: 5, x: 14, y: field.y + 12, width: 500, height: 440 });
  const ops: Op[] = [
    frame(field, 18),
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
  return sheet({
    kind: "I spy",
    title: "I spy: find, count and write",
    hint: "How many of each can you find? Write the number in the small box.",
    ops,
  });
}
