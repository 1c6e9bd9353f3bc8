import { marked, type Page } from "../engine/page.ts";
import { clipCardsPage, memoryPage, numberCardsPage, threePartPage } from "../pages/cards.ts";
import { routinePage } from "../pages/charts.ts";
import { sortingPage } from "../pages/cut-and-paste.ts";
import { letterPage } from "../pages/letter-tracing.ts";
import { matchPairsPage } from "../pages/matching.ts";
import { numberPage } from "../pages/number-tracing.ts";
import { shapesPage } from "../pages/shape-tracing.ts";
import { bigAndSmallPage, sizeOrderPage } from "../pages/sizes.ts";
import { scissorsPage } from "../pages/cut-and-paste.ts";
import { linesPage } from "../pages/line-tracing.ts";
import { wordsPage } from "../pages/word-tracing.ts";
import { wordFor } from "./quests.ts";
import { at } from "../engine/random.ts";
import { THEMES, WORD_CARDS } from "../lists.ts";

/** A hundred and fifty pages: cards, numbers, letters, sizes, sorting and everyday life. */
export function montessoriPages(): Page[] {
  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
  const rounds = WORD_CARDS.map(({ title, pictures }, round): Page[] => {
    const theme = at(THEMES, round);
    const seed = (name: string) => `montessori/${round}/${name}`;
    const turn: Page[] = [
      clipCardsPage({ seed: seed("clip"), pictures: theme.pictures, from: 1 + (round % 5) }),
      sizeOrderPage({ seed: seed("order"), pictures }),
      linesPage({ seed: seed("lines"), pairs: theme.pairs }),
      memoryPage({ seed: seed("memory"), pictures: theme.pictures }),
      bigAndSmallPage({ seed: seed("big"), pictures: theme.pictures }),
      matchPairsPage({ seed: seed("pairs"), pairs: theme.pairs, title: theme.pairsTitle }),
    ];
    return marked(title, [
      threePartPage({
        title: `Word cards: ${title.toLowerCase()}`,
        words: pictures.map((name) => [wordFor(name), name] as const),
      }),
      at(turn, round),
      letterPage({ letter: at(letters, round) }),
      at(turn, round + 2),
      ...(round < 21
        ? [numberPage({ number: round, picture: at(pictures, 0) })]
        : [shapesPage({ seed: seed("shapes") })]),
    ]);
  });
  const life = THEMES.flatMap((theme, index): Page[] => [
    routinePage({ routine: theme.routine }),
    sortingPage({ seed: `montessori/sort/${index}`, sorting: theme.sorting }),
    index < 2 ? numberCardsPage({ from: 1 + index * 6 }) : wordsPage({ words: theme.words }),
  ]);
  return [
    ...rounds.flat(),
    ...marked("Everyday life", life),
    scissorsPage({
      seed: "montessori/scissors",
      pictures: ["leaf", "star", "fish", "house", "apple"],
    }),
  ];
}
