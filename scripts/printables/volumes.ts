import { monthPages } from "./curriculum.ts";
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
import { COVERS } from "./covers.ts";
import { startHerePage } from "./pages/start-here.ts";
import type { Page } from "./page.ts";
import { at } from "./random.ts";
import { THEMES } from "./themes/index.ts";
import { type BonusKey, type BookKey, VOLUME_TITLES, type VolumeKey } from "./volume-keys.ts";

/** A book or a bonus: its title and its pages in order, the same for both papers. */
export type Volume = { key: VolumeKey; title: string; pages: readonly Page[] };

const BOOKS: Record<Exclude<BookKey, `month-${number}`>, () => Page[]> = {
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
    startHerePage({ volume: title }),
    coverPage({ ...COVERS[key], title, crayons: undefined }),
  ];
  return [...opening, ...activities(key, opening.length)];
}

function activities(key: BookKey, before: number): Page[] {
  if (isMonth(key)) {
    const month = Number(key.slice("month-".length));
    return monthPages(at(THEMES, month - 1), month, before);
  }
  return BOOKS[key]();
}

function isMonth(key: BookKey): key is Extract<BookKey, `month-${number}`> {
  return key.startsWith("month-");
}

function isBonus(key: VolumeKey): key is BonusKey {
  return key in BONUSES;
}
