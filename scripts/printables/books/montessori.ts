import type { DrawingName } from "../drawings/index.ts";
import type { Page } from "../page.ts";
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
import { wordFor } from "../quests.ts";
import { at } from "../random.ts";
import { THEMES } from "../themes/index.ts";

/** Word cards by subject, three to a sheet. */
const CARDS: readonly (readonly [title: string, pictures: readonly DrawingName[]])[] = [
  ["Pets", ["cat", "dog", "rabbit"]],
  ["Small animals", ["mouse", "snail", "frog"]],
  ["Farm animals", ["cow", "pig", "sheep"]],
  ["On the farmyard", ["hen", "duck", "horse"]],
  ["Wild animals", ["lion", "zebra", "elephant"]],
  ["In the woods", ["fox", "owl", "hedgehog"]],
  ["Insects", ["bee", "butterfly", "ladybird"]],
  ["Sea animals", ["fish", "crab", "octopus"]],
  ["More sea animals", ["whale", "jellyfish", "seahorse"]],
  ["In the cold", ["penguin", "snowman", "igloo"]],
  ["Fruit", ["apple", "pear", "banana"]],
  ["More fruit", ["strawberry", "orange", "grapes"]],
  ["From the kitchen", ["bread", "milk", "cheese"]],
  ["Plants", ["tree", "flower", "cactus"]],
  ["From the forest floor", ["leaf", "acorn", "mushroom"]],
  ["Weather", ["sun", "cloud", "rain"]],
  ["In the sky", ["moon", "star", "rainbow"]],
  ["On the road", ["car", "bus", "van"]],
  ["Travel", ["train", "boat", "rocket"]],
  ["Homes", ["house", "tent", "castle"]],
  ["Clothes", ["hat", "sock", "shirt"]],
  ["Toys", ["ball", "kite", "blocks"]],
  ["Music", ["drum", "violin", "xylophone"]],
  ["At home", ["cup", "bed", "clock"]],
  ["At school", ["book", "pencil", "scissors"]],
  ["My face", ["eye", "ear", "nose"]],
];

/** A hundred and fifty pages: cards, numbers, letters, sizes, sorting and everyday life. */
export function montessoriPages(): Page[] {
  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
  const rounds = CARDS.map(([title, pictures], round): Page[] => {
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
    return [
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
    ];
  });
  const life = THEMES.flatMap((theme, index): Page[] => [
    routinePage({ routine: theme.routine }),
    sortingPage({ seed: `montessori/sort/${index}`, sorting: theme.sorting }),
    index < 2 ? numberCardsPage({ from: 1 + index * 6 }) : wordsPage({ words: theme.words }),
  ]);
  return [
    ...rounds.flat(),
    ...life,
    scissorsPage({
      seed: "montessori/scissors",
      pictures: ["leaf", "star", "fish", "house", "apple"],
    }),
  ];
}
