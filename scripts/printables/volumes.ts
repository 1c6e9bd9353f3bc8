import { monthPages } from "./books/curriculum.ts";
import { anatomyBonusPages, anatomyPages } from "./books/anatomy.ts";
import { clubPages } from "./books/club.ts";
import {
  colorsCertificatePages,
  colorsKidsBadgePages,
  colorsKidsPages,
  colorsPages,
} from "./books/colors.ts";
import { dinosaurPages } from "./books/dinosaurs.ts";
import { mazesPages } from "./books/mazes.ts";
import { montessoriPages } from "./books/montessori.ts";
import { puzzlesPages } from "./books/puzzles.ts";
import { coverPage } from "./pages/cover.ts";
import { coverOf } from "./books/covers.ts";
import { startHerePage } from "./pages/start-here.ts";
import { marked, type Page } from "./engine/page.ts";
import { at } from "./engine/random.ts";
import { THEMES } from "./lists.ts";
import {
  type BonusKey,
  type BookKey,
  isMonth,
  type MonthKey,
  monthOf,
  VOLUME_TITLES,
  type VolumeKey,
} from "./volume-keys.ts";

/** A book or a bonus: its title and its pages in order, the same for both papers. */
export type Volume = { key: VolumeKey; title: string; pages: readonly Page[] };

const BOOKS: Record<Exclude<BookKey, MonthKey>, () => Page[]> = {
  montessori: montessoriPages,
  puzzles: puzzlesPages,
  mazes: mazesPages,
  anatomy: anatomyPages,
  "anatomy-bonus": anatomyBonusPages,
  dinosaurs: dinosaurPages,
  colors: colorsPages,
  "colors-kids": colorsKidsPages,
  club: clubPages,
};

const BONUSES: Record<BonusKey, () => Page[]> = {
  "colors-certificate": colorsCertificatePages,
  "colors-kids-badge": colorsKidsBadgePages,
};

const made = new Map<VolumeKey, Volume>();

/**
 * Makes a volume, once, then shares it. A book is how to print, a cover to colour and its
 * activities; a bonus is its own sheets alone.
 */
export function makeVolume(key: VolumeKey): Volume {
  let volume = made.get(key);
  if (!volume) {
    const pages = isBonus(key) ? BONUSES[key]() : bookPages(key);
    volume = { key, title: VOLUME_TITLES[key], pages };
    made.set(key, volume);
  }
  return volume;
}

function bookPages(key: BookKey): Page[] {
  const title = VOLUME_TITLES[key];
  const opening = [
    ...marked("How to print", [startHerePage({ volume: title })]),
    ...marked("Cover", [coverPage({ ...coverOf(key), title, crayons: undefined })]),
  ];
  return [...opening, ...inSections(activities(key, opening.length))];
}

/** The pages of a book without sections of its own are entries of the outline each. */
function inSections(pages: Page[]): Page[] {
  return pages.some(({ mark }) => mark)
    ? pages
    : pages.flatMap((page) => marked(page.title, [page]));
}

function activities(key: BookKey, before: number): Page[] {
  if (!isMonth(key)) return BOOKS[key]();
  const month = monthOf(key);
  return monthPages(at(THEMES, month - 1), month, before);
}

function isBonus(key: VolumeKey): key is BonusKey {
  return key in BONUSES;
}
