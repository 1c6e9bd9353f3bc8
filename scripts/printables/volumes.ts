import { colorsKidsPages, colorsPages } from "./books/colors.ts";
import { monthPages } from "./books/curriculum.ts";
import { listedPages } from "./books/listed.ts";
import { mazesPages } from "./books/mazes.ts";
import { montessoriPages } from "./books/montessori.ts";
import { puzzlesPages } from "./books/puzzles.ts";
import { marked, type Page } from "./engine/page.ts";
import { at } from "./engine/random.ts";
import { coverOf, THEMES } from "./lists.ts";
import { makePage, makePages } from "./pages/kinds.ts";
import {
  type BonusKey,
  type BookKey,
  isMonth,
  monthOf,
  VOLUME_TITLES,
  type VolumeKey,
} from "./volume-keys.ts";

/** A book or a bonus: its title and its pages in order, the same for both papers. */
export type Volume = { key: VolumeKey; title: string; pages: readonly Page[] };

/** Generated books; the others are listed page by page. */
const BOOKS: Partial<Record<BookKey, () => Page[]>> = {
  montessori: montessoriPages,
  puzzles: puzzlesPages,
  mazes: mazesPages,
  colors: colorsPages,
  "colors-kids": colorsKidsPages,
};

const BONUSES: Record<BonusKey, string[]> = {
  "colors-certificate": ["certificate"],
  "colors-kids-badge": ["rosette badge", "round badges"],
};

/** Page range of the sample in month 1: the first week's plan and the pages of its first day. */
const SAMPLE_PAGES = [2, 8] as const;

const made = new Map<VolumeKey, Volume>();

/**
 * Makes a volume; results are cached. A book has printing instructions, a cover to colour and its
 * activities; a bonus has only its own sheets; the sample repeats pages of the first month.
 */
export function makeVolume(key: VolumeKey): Volume {
  let volume = made.get(key);
  if (!volume) {
    const pages = pagesOf(key);
    volume = { key, title: VOLUME_TITLES[key], pages };
    made.set(key, volume);
  }
  return volume;
}

function pagesOf(key: VolumeKey): readonly Page[] {
  if (key === "sample") return makeVolume("month-1").pages.slice(...SAMPLE_PAGES);
  return isBonus(key) ? makePages(BONUSES[key], {}) : bookPages(key);
}

function bookPages(key: BookKey): Page[] {
  const title = VOLUME_TITLES[key];
  const opening = [
    ...marked("How to print", [makePage("start here", { volume: title })]),
    ...marked("Cover", [makePage("cover", { ...coverOf(key), title, crayons: undefined })]),
  ];
  return [...opening, ...inSections(activities(key, opening.length))];
}

/** Adds an outline entry for each page if the book has no sections. */
function inSections(pages: Page[]): Page[] {
  return pages.some(({ mark }) => mark)
    ? pages
    : pages.flatMap((page) => marked(page.title, [page]));
}

function activities(key: BookKey, before: number): Page[] {
  if (!isMonth(key)) return BOOKS[key]?.() ?? listedPages(key);
  const month = monthOf(key);
  return monthPages(at(THEMES, month - 1), month, before);
}

function isBonus(key: VolumeKey): key is BonusKey {
  return key in BONUSES;
}
