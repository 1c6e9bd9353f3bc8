import { z } from "zod";
import { draw } from "../drawings.ts";
import { blank, bubble, frame, grid, tickBox } from "../engine/layout.ts";
import { definePage, TOP } from "../engine/page.ts";
import { at } from "../engine/random.ts";
import { circle, GREY, INK, line, text } from "../engine/scene.ts";
import * as is from "../schemas.ts";

export const WEEKDAYS = [
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday",
  "Sunday",
] as const;

/** One day of the weekly plan; "|" breaks `play` into two lines. */
const day = z.strictObject({
  pages: is.text,
  activities: is.text,
  play: is.text,
  materials: is.text,
});

const plan = {
  week: z.int(),
  theme: is.text,
  motif: is.drawing,
  book: is.text,
  days: z.array(day),
};

export const CHART_PAGES = {
  "life skill chart": definePage({ routine: is.routine }, ({ routine }) => {
    const cells = grid({ columns: 2, rows: 3, y: TOP + 6, height: 528, gap: 14 });
    const look = { size: 15, face: "strong", anchor: "middle" } as const;
    const steps = cells.flatMap((cell, index) => {
      const [picture, words] = at(routine.steps, index);
      return [
        frame(cell),
        ...bubble(cell.x + 26, cell.y + 26, String(index + 1)),
        ...draw(picture, { x: cell.cx + 8, y: cell.y + 68, size: 100 }),
        text(cell.cx, cell.y + cell.height - 18, words, look),
      ];
    });
    const days = WEEKDAYS.flatMap((name, index) => {
      const x = 130 + index * 62;
      return [
        circle(x, 636, 17, { stroke: INK, width: 1.6 }),
        text(x, 670, name.slice(0, 3), { size: 11, anchor: "middle", colour: GREY }),
      ];
    });
    const done = text(0, 642, "I did it!", { face: "display", size: 17 });
    return { words: { title: routine.title, hint: routine.hint }, ops: [...steps, done, ...days] };
  }),

  "weekly plan": definePage(plan, ({ motif, book, days }) => {
    const rows = grid({ columns: 1, rows: 5, y: TOP + 32, height: 470, gap: 10 });
    const [table, play, tick] = [118, 306, 496];
    const head = { face: "strong", size: 12, colour: GREY } as const;
    const label = { face: "strong", size: 12.5 } as const;
    return [
      ...draw(motif, { x: 492, y: 30, size: 60 }),
      text(table, TOP + 20, "At the table", head),
      text(play, TOP + 20, "Move and make", head),
      ...rows.flatMap((row, index) => {
        const planned = at(days, index);
        return [
          frame(row),
          text(16, row.cy + 6, at(WEEKDAYS, index), { face: "display", size: 16 }),
          text(table, row.cy - 14, planned.pages, label),
          text(table, row.cy + 3, planned.activities, { size: 11 }),
          text(table, row.cy + 19, planned.materials, { size: 11, colour: GREY }),
          ...planned.play
            .split("|")
            .map((words, below) => text(play, row.cy - 4 + below * 18, words, { size: 12.5 })),
          tickBox(tick, row.cy - 9, 18),
        ];
      }),
      text(0, 606, "Book to look for:", label),
      text(108, 606, book, { size: 12.5 }),
      text(0, 636, "Loved it:", label),
      blank(60, 638, 194),
      text(272, 636, "Try again:", label),
      blank(338, 638, 190),
      line([0, 662], [528, 662], { stroke: "#b5b5b5", width: 1 }),
    ];
  }),
};
