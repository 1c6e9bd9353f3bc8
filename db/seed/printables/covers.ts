import type { Cover } from "./pages/cover.ts";
import { at } from "./random.ts";
import { THEMES } from "./themes/index.ts";
import type { BookKey } from "./volume-keys.ts";

const month = (index: number) => at(THEMES, index).cover;

/** What stands on the cover of every book; its title comes from the book. */
export const COVERS: Record<BookKey, Omit<Cover, "title">> = {
  "month-1": month(0),
  "month-2": month(1),
  "month-3": month(2),
  "month-4": month(3),
  "month-5": month(4),
  "month-6": month(5),
  "month-7": month(6),
  "month-8": month(7),
  "month-9": month(8),
  montessori: {
    line: "Cards, sizes, numbers and sorting",
    hero: "blocks",
    friends: ["leaf", "shell", "egg", "tulip"],
    crayons: ["sand", "teal"],
  },
  puzzles: {
    line: "Match, find, sort and think",
    hero: "fox",
    friends: ["star", "key", "magnifier", "kite"],
    crayons: ["coral", "sky"],
  },
  mazes: {
    line: "From first paths to tricky ones",
    hero: "mouse",
    friends: ["cheese", "honey", "bone", "nest"],
    crayons: ["sun", "leaf"],
  },
  anatomy: {
    line: "How my body works",
    hero: "figure",
    friends: ["heartOrgan", "brain", "lungs", "tooth"],
    crayons: ["coral", "sky"],
  },
  "anatomy-bonus": {
    line: "Trace, build and play",
    hero: "skeleton",
    friends: ["hand", "eye", "ear", "foot"],
    crayons: ["sky", "sun"],
  },
  dinosaurs: {
    line: "Trace, count, match and cut",
    hero: "trex",
    friends: ["volcano", "palm", "dinoEgg", "footprint"],
    crayons: ["leaf", "coral"],
  },
  colors: {
    line: "Eleven colors and their things",
    hero: "rainbow",
    friends: ["apple", "sun", "leaf", "whale"],
    crayons: ["sun", "coral"],
  },
  "colors-kids": {
    line: "My first colors",
    hero: "crayon",
    friends: ["star", "heart", "fish", "balloon"],
    crayons: ["coral", "sun"],
  },
  club: {
    line: "The first issue: a day in the woods",
    hero: "hedgehog",
    friends: ["mushroom", "owl", "acorn", "oakLeaf"],
    crayons: ["leaf", "sun"],
  },
};
