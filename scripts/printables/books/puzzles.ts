import type { DrawingName } from "../drawings.ts";
import { marked, type Page } from "../engine/page.ts";
import { memoryPage } from "../pages/cards.ts";
import { iSpyPage } from "../pages/counting.ts";
import { stripPuzzlePage } from "../pages/cut-and-paste.ts";
import { DOT_PICTURES, dotToDotPage } from "../pages/dot-to-dot.ts";
import { matchPairsPage, matchShadowsPage } from "../pages/matching.ts";
import {
  oddOneOutPage,
  pastePatternsPage,
  patternsPage,
  pictureSudokuPage,
} from "../pages/patterns.ts";
import { symmetryPage } from "../pages/colouring.ts";
import { wordFor } from "./quests.ts";
import { at } from "../engine/random.ts";
import { THEMES } from "../lists.ts";

/** Symmetrical pictures that no month uses for its own halves. */
const HALVES: readonly DrawingName[] = [
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

/** A hundred puzzles in twelve rounds, each round from another corner of the world. */
export function puzzlesPages(): Page[] {
  return Array.from({ length: 12 }, (_, round): Page[] => {
    const theme = at(THEMES, round);
    const pictures =
      round < 9
        ? theme.pictures
        : [
            ...at(THEMES, round).pictures.slice(0, 7),
            ...at(THEMES, round + 4).pictures.slice(0, 7),
          ];
    const kinds = [...new Set(pictures)];
    const seed = (name: string) => `puzzles/${round}/${name}`;
    const half = at(HALVES, round);
    const pages = [
      matchShadowsPage({ seed: seed("shadows"), pictures: kinds }),
      patternsPage({ seed: seed("patterns"), pictures: kinds }),
      iSpyPage({ seed: seed("spy"), pictures: kinds }),
      pictureSudokuPage({ seed: seed("grid"), pictures: kinds }),
      oddOneOutPage({ seed: seed("odd"), pictures: kinds }),
      dotToDotPage({ picture: at(DOT_PICTURES, round) }),
      stripPuzzlePage({
        picture: at(kinds, round + 3),
        title: `Cut, mix and build the ${wordFor(at(kinds, round + 3))}`,
      }),
      pastePatternsPage({ seed: seed("paste"), pictures: kinds }),
      symmetryPage({ picture: half, name: wordFor(half) }),
      ...(round % 3
        ? [memoryPage({ seed: seed("memory"), pictures: kinds })]
        : [matchPairsPage({ seed: seed("pairs"), pairs: theme.pairs, title: theme.pairsTitle })]),
    ];
    return marked(`Round ${round + 1}`, pages.slice(0, round < 10 ? 9 : 8));
  }).flat();
}
