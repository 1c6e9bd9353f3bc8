import type { DrawingName } from "../drawings/index.ts";
import type { Page } from "../page.ts";
import { memoryPage } from "../pages/cards.ts";
import { iSpyPage } from "../pages/counting.ts";
import { stripPuzzlePage } from "../pages/cut-and-paste.ts";
import { DOT_PICTURES, type DotPicture } from "../pages/dot-pictures.ts";
import { dotToDotPage } from "../pages/dot-to-dot.ts";
import { matchPairsPage, matchShadowsPage } from "../pages/matching.ts";
import {
  oddOneOutPage,
  pastePatternsPage,
  patternsPage,
  pictureSudokuPage,
} from "../pages/patterns.ts";
import { symmetryPage } from "../pages/colouring.ts";
import { wordFor } from "../quests.ts";
import { at } from "../random.ts";
import { THEMES } from "../themes/index.ts";

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
  const dots = Object.keys(DOT_PICTURES) as DotPicture[];
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
    return [
      matchShadowsPage({ seed: seed("shadows"), pictures: kinds }),
      patternsPage({ seed: seed("patterns"), pictures: kinds }),
      iSpyPage({ seed: seed("spy"), pictures: kinds }),
      pictureSudokuPage({ seed: seed("grid"), pictures: kinds }),
      oddOneOutPage({ seed: seed("odd"), pictures: kinds }),
      dotToDotPage({ picture: at(dots, round) }),
      stripPuzzlePage({
        picture: at(kinds, round + 3),
        title: `Cut, mix and build the ${wordFor(at(kinds, round + 3))}`,
      }),
      pastePatternsPage({ seed: seed("paste"), pictures: kinds }),
      symmetryPage({ picture: half, name: wordFor(half) }),
      ...(round % 3
        ? [memoryPage({ seed: seed("memory"), pictures: kinds })]
        : [matchPairsPage({ seed: seed("pairs"), pairs: theme.pairs, title: theme.pairsTitle })]),
    ].slice(0, round < 10 ? 9 : 8);
  }).flat();
}
