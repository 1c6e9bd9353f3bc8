import { draw, type DrawingName } from "../drawings.ts";
import { blank, bubble, frame, grid, tickBox } from "../engine/layout.ts";
import { type Page, sheet, TOP } from "../engine/page.ts";
import { at } from "../engine/random.ts";
import { circle, GREY, INK, line, type Op, text } from "../engine/scene.ts";

/** The days of a week as the charts and plans name them. */
export const WEEKDAYS = [
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday",
  "Sunday",
] as const;

/** Five named pictures for the weather of the day. */
const WEATHER: readonly (readonly [DrawingName, string])[] = [
  ["sun", "sunny"],
  ["cloud", "cloudy"],
  ["rain", "rainy"],
  ["wind", "windy"],
  ["snowflake", "snowy"],
];

/** One week of weather: colour the right picture each day. */
export function weatherPage(): Page {
  const rows = grid({ columns: 1, rows: 7, y: TOP + 44, height: 556, gap: 8 });
  return sheet({
    kind: "weather chart",
    title: "My weather week",
    hint: "Look out of the window every morning and color one picture.",
    ops: [
      ...WEATHER.map(([, name], step) =>
        text(160 + step * 82, TOP + 30, name, { face: "strong", size: 13, anchor: "middle" }),
      ),
      ...rows.flatMap((row, index): Op[] => [
        frame(row),
        text(16, row.cy + 6, at(WEEKDAYS, index), { face: "display", size: 17 }),
        ...WEATHER.flatMap(([picture], step) =>
          draw(picture, { x: 160 + step * 82, y: row.cy, size: 52 }),
        ),
      ]),
    ],
  });
}

/** The steps of a routine such as brushing teeth. */
type Routine = {
  title: string;
  hint: string;
  steps: readonly (readonly [DrawingName, string])[];
};

/** A routine in six pictures with a tick box for each day of the week. */
export function routinePage({ routine }: { routine: Routine }): Page {
  const cells = grid({ columns: 2, rows: 3, y: TOP + 6, height: 528, gap: 14 });
  return sheet({
    kind: "life skill chart",
    title: routine.title,
    hint: routine.hint,
    ops: [
      ...cells.flatMap((cell, index): Op[] => {
        const [picture, words] = at(routine.steps, index);
        return [
          frame(cell),
          ...bubble(cell.x + 26, cell.y + 26, String(index + 1)),
          ...draw(picture, { x: cell.cx + 8, y: cell.y + 68, size: 100 }),
          text(cell.cx, cell.y + cell.height - 18, words, {
            size: 15,
            face: "strong",
            anchor: "middle",
          }),
        ];
      }),
      text(0, 642, "I did it!", { face: "display", size: 17 }),
      ...WEEKDAYS.flatMap((day, index): Op[] => [
        circle(130 + index * 62, 636, 17, { stroke: INK, width: 1.6 }),
        text(130 + index * 62, 670, day.slice(0, 3), { size: 11, anchor: "middle", colour: GREY }),
      ]),
    ],
  });
}

/** One day of the weekly plan; "|" breaks `play` into two lines. */
type PlannedDay = { pages: string; activities: string; play: string; materials: string };

/** The adult's plan for a week, Monday to Friday. */
export function weeklyPlanPage(options: {
  week: number;
  theme: string;
  motif: DrawingName;
  book: string;
  days: readonly PlannedDay[];
}): Page {
  const rows = grid({ columns: 1, rows: 5, y: TOP + 32, height: 470, gap: 10 });
  const column = { play: 306, tick: 504 };
  return sheet({
    kind: "weekly plan",
    title: `Week ${options.week}: ${options.theme}`,
    hint: "About 20 minutes a day. Tick what you did; skip what does not fit today.",
    motif: draw(options.motif, { x: 492, y: 30, size: 60 }),
    ops: [
      text(118, TOP + 20, "At the table", { face: "strong", size: 12, colour: GREY }),
      text(column.play, TOP + 20, "Move and make", { face: "strong", size: 12, colour: GREY }),
      ...rows.flatMap((row, index): Op[] => {
        const day = at(options.days, index);
        return [
          frame(row),
          text(16, row.cy + 6, at(WEEKDAYS, index), { face: "display", size: 16 }),
          text(118, row.cy - 14, day.pages, { face: "strong", size: 12.5 }),
          text(118, row.cy + 3, day.activities, { size: 11 }),
          text(118, row.cy + 19, day.materials, { size: 11, colour: GREY }),
          ...day.play
            .split("|")
            .map((line, at_) => text(column.play, row.cy - 4 + at_ * 18, line, { size: 12.5 })),
          tickBox(column.tick - 8, row.cy - 9, 18),
        ];
      }),
      text(0, 606, "Book to look for:", { face: "strong", size: 12.5 }),
      text(108, 606, options.book, { size: 12.5 }),
      text(0, 636, "Loved it:", { face: "strong", size: 12.5 }),
      blank(60, 638, 194),
      text(272, 636, "Try again:", { face: "strong", size: 12.5 }),
      blank(338, 638, 190),
      line([0, 662], [528, 662], { stroke: "#b5b5b5", width: 1 }),
    ],
  });
}
