import { monthPages } from "./curriculum.ts";
import { anatomyBonusPages, anatomyPages } from "./books/anatomy.ts";
import { clubPages } from "./books/club.ts";
import { colorsKidsPages, colorsPages } from "./books/colors.ts";
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
import { VOLUME_TITLES, type VolumeKey } from "./volume-keys.ts";

/** A book: its title and its pages in order, the same for both papers. */
export type Volume = { key: VolumeKey; title: string; pages: readonly Page[] };

const BOOKS: Record<Exclude<VolumeKey, `month-${number}`>, () => Page[]> = {
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

const made = new Map<VolumeKey, Volume>();

/** Makes a volume: how to print, a cover to colour, then its activities. Made once, then shared. */
export function makeVolume(key: VolumeKey): Volume {
  let volume = made.get(key);
  if (!volume) {
    const title = VOLUME_TITLES[key];
    const opening = [
      startHerePage({ volume: title }),
      coverPage({ ...COVERS[key], title, crayons: undefined }),
    ];
    volume = { key, title, pages: [...opening, ...activities(key, opening.length)] };
    made.set(key, volume);
  }
  return volume;
}

function activities(key: VolumeKey, before: number): Page[] {
  if (isMonth(key)) {
    const month = Number(key.slice("month-".length));
    return monthPages(at(THEMES, month - 1), month, before);
  }
  return BOOKS[key]();
}

function isMonth(key: VolumeKey): key is Extract<VolumeKey, `month-${number}`> {
  return key.startsWith("month-");
}
