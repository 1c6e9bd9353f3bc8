import { marked, type Page } from "../engine/page.ts";
import { at } from "../engine/random.ts";
import { THEMES, wordFor } from "../lists.ts";
import { DOT_PICTURES } from "../pages/dot-to-dot.ts";
import { type Activity, makePages } from "../pages/kinds.ts";

/** Symmetrical pictures that the symmetry pages of the months do not use. */
const HALVES = [
  "kitten",
  "puppy",
  "lion",
  "sheep",
  "zebra",
  "heart",
  "tree",
  "house",
  "rocket",
  "igloo",
  "crown",
  "sun",
];

/** Makes a hundred puzzles in twelve rounds, each with its own set of pictures. */
export function puzzlesPages(): Page[] {
  return HALVES.flatMap((half, round) => {
    const pictures = picturesOf(round);
    const built = at(pictures, round + 3);
    const pages: Activity[] = [
      "match shadows",
      "patterns",
      "I spy",
      "picture puzzle grid",
      "odd one out",
      ["dot to dot", { picture: at(DOT_PICTURES, round) }],
      ["strip puzzle", { picture: built, title: `Cut, mix and build the ${wordFor(built)}` }],
      "cut and paste pattern",
      ["symmetry", { half: [half, wordFor(half)] }],
    ];
    const shared = { seed: `puzzles/${round}`, pictures };
    return marked(`Round ${round + 1}`, makePages(pages.slice(0, round < 10 ? 9 : 8), shared));
  });
}

function picturesOf(round: number): string[] {
  const { pictures } = at(THEMES, round);
  if (round < THEMES.length) return pictures;
  const others = at(THEMES, round + 4).pictures;
  return [...new Set([...pictures.slice(0, 7), ...others.slice(0, 7)])];
}
