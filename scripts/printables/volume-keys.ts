/** Titles of all books in shelf order, as printed on the cover and in the footer. */
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

/** Titles of the offers' bonuses: single sheets without covers. */
const BONUS_TITLES = {
  "colors-certificate": "Bonus certificate",
  "colors-kids-badge": "Bonus badge",
} as const;

/** Title of the sample: a part of the first month, for every visitor. */
const SAMPLE_TITLE = { sample: "Sample: one week's plan and its Monday" } as const;

export const VOLUME_TITLES = { ...BOOK_TITLES, ...BONUS_TITLES, ...SAMPLE_TITLE } as const;

export type BookKey = keyof typeof BOOK_TITLES;

export type BonusKey = keyof typeof BONUS_TITLES;

export type VolumeKey = keyof typeof VOLUME_TITLES;

export const BOOK_KEYS = Object.keys(BOOK_TITLES) as BookKey[];

export type MonthKey = Extract<BookKey, `month-${number}`>;

export function isMonth(book: BookKey): book is MonthKey {
  return book.startsWith("month-");
}

export function monthOf(book: MonthKey): number {
  return Number(book.slice("month-".length));
}

export const VOLUME_KEYS = Object.keys(VOLUME_TITLES) as VolumeKey[];

export const PAPERS = ["a4", "letter"] as const;

/** A4 is 595.28 x 841.89 pt, US Letter 612 x 792 pt. */
export type Paper = (typeof PAPERS)[number];

const PAPER_NAMES: Record<Paper, string> = { a4: "A4", letter: "US Letter" };

/** All PDFs in shelf order: each volume on both papers. */
export const PDFS = VOLUME_KEYS.flatMap((volume) =>
  PAPERS.map((paper) => ({
    slug: `${volume}-${paper}`,
    title: `${VOLUME_TITLES[volume]} (${PAPER_NAMES[paper]})`,
    volume,
    paper,
  })),
);
