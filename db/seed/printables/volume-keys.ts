/** Every volume of the shop, in shelf order, with the title printed on its cover and footer. */
export const VOLUME_TITLES = {
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

/** Names one volume; `makeVolume` makes its pages. */
export type VolumeKey = keyof typeof VOLUME_TITLES;

/** All volume keys in shelf order. */
export const VOLUME_KEYS = Object.keys(VOLUME_TITLES) as VolumeKey[];

/** The two paper sizes every volume is made for. */
export const PAPERS = ["a4", "letter"] as const;

/** A4 is 595.28 x 841.89 pt, US Letter 612 x 792 pt. */
export type Paper = (typeof PAPERS)[number];
