/** Every book of the shop, in shelf order, with the title printed on its cover and footer. */
export const BOOK_TITLES = {
  "month-1": "Month 1: Hello School",
  "month-2": "Month 2: Autumn Leaves",
  "month-3": "Month 3: On the Farm",
  "month-4": "Month 4: Winter Days",
  "month-5": "Month 5: My Body and Me",
  "month-6": "Month 6: Sun, Wind and Rain",
  "month-7": "Month 7: The Spring Garden",
  "month-8": "Month 8: Under the Sea",
  "month-9": "Month 9: Hello Summer",
  montessori: "Montessori Materials",
  puzzles: "Puzzle Games",
  mazes: "Mazes",
  anatomy: "Human Anatomy Busy Book",
  "anatomy-bonus": "Anatomy Activity Book",
  dinosaurs: "Dinosaur Busy Book",
  colors: "Color Workbook",
  "colors-kids": "Color Workbook for Kids",
  club: "Printables Club: First Issue",
} as const;

/** What the offers promise beside a book, under the offers' own words: single sheets, no covers. */
const BONUS_TITLES = {
  "colors-certificate": "Bonus certificate",
  "colors-kids-badge": "Bonus badge",
} as const;

/** Every volume of the shop: books in shelf order, then bonuses. */
export const VOLUME_TITLES = { ...BOOK_TITLES, ...BONUS_TITLES } as const;

/** Names one book. */
export type BookKey = keyof typeof BOOK_TITLES;

/** Names one bonus. */
export type BonusKey = keyof typeof BONUS_TITLES;

/** Names one volume; `makeVolume` makes its pages. */
export type VolumeKey = BookKey | BonusKey;

/** All book keys in shelf order. */
export const BOOK_KEYS = Object.keys(BOOK_TITLES) as BookKey[];

/** Names the book of one month of the curriculum. */
export type MonthKey = Extract<BookKey, `month-${number}`>;

/** Whether a book is one of the nine months. */
export function isMonth(book: BookKey): book is MonthKey {
  return book.startsWith("month-");
}

/** The number of a month, from 1 to 9. */
export function monthOf(book: MonthKey): number {
  return Number(book.slice("month-".length));
}

/** All volume keys: books in shelf order, then bonuses. */
export const VOLUME_KEYS = Object.keys(VOLUME_TITLES) as VolumeKey[];

/** The two paper sizes every volume is made for. */
export const PAPERS = ["a4", "letter"] as const;

/** A4 is 595.28 x 841.89 pt, US Letter 612 x 792 pt. */
export type Paper = (typeof PAPERS)[number];

const PAPER_NAMES: Record<Paper, string> = { a4: "A4", letter: "US Letter" };

/** Every PDF that the program makes, in shelf order: each volume on both papers. */
export const PDFS = VOLUME_KEYS.flatMap((volume) =>
  PAPERS.map((paper) => ({
    slug: `${volume}-${paper}`,
    title: `${VOLUME_TITLES[volume]} (${PAPER_NAMES[paper]})`,
    volume,
    paper,
  })),
);
