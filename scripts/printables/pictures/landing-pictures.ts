import { makePage } from "../pages/kinds.ts";
import { coverOf } from "../lists.ts";
import type { Page } from "../engine/page.ts";
import { flat, pageOf, type Picture, SHEET, type Sheet } from "./picture.ts";
import { at } from "../engine/random.ts";
import { BOOK_TITLES, type BookKey } from "../volume-keys.ts";

const MONTHS = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((month) => `month-${month}` as BookKey);
const BACK_ROW = 5;

/** The pictures of the landing page's sections: single pages, covers, a week, a school year. */
export const LANDING_PICTURES: readonly Picture[] = [
  flat("plan-page", "month-3", "weekly plan"),
  flat("learn-letters", "month-4", "letter tracing"),
  flat("learn-create", "month-3", "symmetry"),
  flat("learn-math", "month-6", "count and color"),
  flat("learn-seasons", "month-6", "weather chart"),
  flat("learn-nature", "month-7", "match pairs"),
  flat("learn-life", "month-7", "life skill chart"),
  volumeCover("montessori"),
  volumeCover("puzzles"),
  volumeCover("mazes"),
  volumeCover("anatomy"),
  months(),
  week(),
  bonus(),
];

function titleSheet(volume: BookKey): Page {
  return makePage("cover", { ...coverOf(volume), title: BOOK_TITLES[volume] });
}

function volumeCover(volume: BookKey): Picture {
  const alt = `The cover of ${BOOK_TITLES[volume]}`;
  return { slug: `cover-${volume}`, alt, ...SHEET, widths: [320], sheets: titleSheet(volume) };
}

/** The nine monthly volumes, as a class has its picture taken: five behind, four in front. */
function months(): Picture {
  const sheets = MONTHS.map((volume, index): Sheet => {
    const behind = index < BACK_ROW;
    const place = behind ? index : index - BACK_ROW;
    return {
      page: titleSheet(volume),
      x: behind ? 150 + place * 200 : 226 + place * 216,
      y: behind ? 206 + Math.abs(place - 2) * 12 : 470 + Math.abs(place - 1.5) * 10,
      width: behind ? 248 : 268,
      turn: behind ? (place - 2) * 3.2 : (place - 1.5) * -2.6,
    };
  });
  return {
    slug: "months",
    alt: "The covers of the nine monthly volumes, from Hello School to Hello Summer.",
    width: 1100,
    height: 700,
    widths: [320, 640, 960],
    sheets,
  };
}

/** A week of month 3 on the table: a page for each weekday. */
function week(): Picture {
  const kinds = [
    "coloring page",
    "letter tracing",
    "cut and paste sequence",
    "shaped maze",
    "match pairs",
  ];
  const places = [
    { x: 250, y: 300, turn: -11 },
    { x: 690, y: 278, turn: 9 },
    { x: 300, y: 640, turn: 6 },
    { x: 700, y: 660, turn: -7 },
    { x: 478, y: 470, turn: -2 },
  ];
  return {
    slug: "week",
    alt: "Five printed pages for a week on the farm: coloring, a letter, cutting, a maze and pairs.",
    width: 960,
    height: 960,
    widths: [320, 640, 960],
    sheets: kinds.map((kind, index) => ({
      page: pageOf("month-3", kind),
      width: 372,
      ...at(places, index),
    })),
  };
}

/** The bonus book on pages from it. */
function bonus(): Picture {
  const around = [
    { kind: "round maze", x: 700, y: 560, turn: 13 },
    { kind: "strip puzzle", x: 262, y: 590, turn: -13 },
    { kind: "trace the labels", x: 690, y: 420, turn: 6 },
    { kind: "senses", x: 270, y: 440, turn: -7 },
  ];
  return {
    slug: "anatomy-bonus-table",
    alt: "The Anatomy Activity Book lies on pages from the book.",
    width: 960,
    height: 960,
    widths: [320, 640, 960],
    sheets: [
      ...around.map(({ kind, ...place }) => ({
        page: pageOf("anatomy-bonus", kind),
        width: 420,
        ...place,
      })),
      { page: titleSheet("anatomy-bonus"), x: 476, y: 470, width: 520, turn: -3 },
    ],
  };
}
