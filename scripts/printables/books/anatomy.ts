import type { DrawingName } from "../drawings.ts";
import { marked, type Page } from "../engine/page.ts";
import { feelingsPage, labelledPage, organCardsPage, sensesPage } from "../pages/anatomy.ts";
import { memoryPage, threePartPage } from "../pages/cards.ts";
import { routinePage } from "../pages/charts.ts";
import { colourByNumberPage } from "../pages/colour-by-number.ts";
import { colouringPage, symmetryPage } from "../pages/colouring.ts";
import { countAndCirclePage, iSpyPage } from "../pages/counting.ts";
import {
  scissorsPage,
  sequencePage,
  sortingPage,
  stripPuzzlePage,
} from "../pages/cut-and-paste.ts";
import { linesPage } from "../pages/line-tracing.ts";
import { matchPairsPage, matchShadowsPage } from "../pages/matching.ts";
import { mazePage, roundMazePage } from "../pages/mazes.ts";
import { numberPage } from "../pages/number-tracing.ts";
import {
  oddOneOutPage,
  pastePatternsPage,
  patternsPage,
  pictureSudokuPage,
} from "../pages/patterns.ts";
import { sizeOrderPage } from "../pages/sizes.ts";
import { wordsPage } from "../pages/word-tracing.ts";
import { questOf } from "./quests.ts";
import { at } from "../engine/random.ts";
import { BODY, THEMES } from "../lists.ts";

const PARTS: readonly DrawingName[] = [
  "hand",
  "foot",
  "eye",
  "ear",
  "nose",
  "mouth",
  "tooth",
  "heartOrgan",
  "lungs",
  "stomach",
  "brain",
  "skeleton",
];
const PAIRS = at(THEMES, 4).pairs;

/** The Human Anatomy Busy Book. */
export function anatomyPages(): Page[] {
  const play = [0, 1, 2, 3].flatMap((round) =>
    marked(`Games, round ${round + 1}`, playPages(`anatomy/${round}`, round)),
  );
  const parts = [
    labelledPage(BODY.labelled.face),
    colourByNumberPage({ picture: "face" }),
    sensesPage(),
    labelledPage(BODY.labelled.hand),
    organCardsPage({ title: "Inside my body", cards: BODY.inside }),
    labelledPage(BODY.labelled.skeleton),
    routinePage({ routine: at(THEMES, 4).routine }),
    labelledPage(BODY.labelled.body),
    feelingsPage(),
    labelledPage(BODY.labelled.foot),
    organCardsPage({ title: "Outside my body", cards: BODY.outside }),
  ];
  return [...marked("Know my body", parts), ...play];
}

/** The bonus Anatomy Activity Book: the names to trace, things to cut and mazes. */
export function anatomyBonusPages(): Page[] {
  return [
    labelledPage({ ...BODY.labelled.body, traced: true }),
    mazePage({ seed: "bonus/maze", quest: questOf(["toothbrush", "tooth"]), level: "easy" }),
    labelledPage({ ...BODY.labelled.face, traced: true }),
    stripPuzzlePage({ picture: "skeleton", title: "Cut, mix and build the skeleton" }),
    organCardsPage({ title: "What is inside?", cards: BODY.inside }),
    labelledPage({ ...BODY.labelled.skeleton, traced: true }),
    sortingPage({ seed: "bonus/sorting", sorting: at(THEMES, 4).sorting }),
    numberPage({ number: 5, picture: "hand" }),
    matchPairsPage({ seed: "bonus/pairs", pairs: PAIRS, title: at(THEMES, 4).pairsTitle }),
    feelingsPage(),
    sequencePage({ seed: "bonus/story", story: at(THEMES, 4).story }),
    roundMazePage({ seed: "bonus/round", quest: questOf(["apple", "stomach"]), rings: 5 }),
    sensesPage(),
    symmetryPage({ picture: "tooth", name: "tooth" }),
    memoryPage({ seed: "bonus/memory", pictures: PARTS }),
  ];
}

/** One round of games with the parts of the body. */
function playPages(seed: string, round: number): Page[] {
  const kinds = PARTS.slice(round * 3).concat(PARTS.slice(0, round * 3));
  const [one, two, three] = [at(kinds, 0), at(kinds, 1), at(kinds, 2)];
  const words = [
    ["hand", "hand"],
    ["foot", "foot"],
    ["eye", "eye"],
    ["ear", "ear"],
    ["nose", "nose"],
    ["mouth", "mouth"],
    ["tooth", "tooth"],
    ["brain", "brain"],
    ["lungs", "lungs"],
    ["heart", "heartOrgan"],
  ] as const;
  const from = round * 2;
  return [
    threePartPage({
      title: "Word cards: my body",
      words: [at(words, from), at(words, from + 1), at(words, from + 2)],
    }),
    countAndCirclePage({ seed: `${seed}/count`, pictures: kinds, max: 6 }),
    mazePage({
      seed: `${seed}/maze`,
      quest: questOf(at(PAIRS, round)),
      level: at(["first", "easy", "middle", "middle"] as const, round),
    }),
    matchShadowsPage({ seed: `${seed}/shadows`, pictures: kinds }),
    wordsPage({ words: words.slice(from, from + 5) }),
    stripPuzzlePage({ picture: one, title: "Cut, mix and build" }),
    patternsPage({ seed: `${seed}/patterns`, pictures: kinds }),
    at(
      [
        linesPage({ seed: `${seed}/lines`, pairs: PAIRS }),
        pictureSudokuPage({ seed: `${seed}/grid`, pictures: kinds }),
      ],
      round,
    ),
    colouringPage({
      title: "Color: all of me",
      hero: at(["girl", "hand", "figure", "tooth"] as const, round),
      around: [two, three, at(kinds, 5), at(kinds, 6), at(kinds, 7)],
      ground: "none",
    }),
    iSpyPage({ seed: `${seed}/spy`, pictures: kinds }),
    at(
      [
        oddOneOutPage({ seed: `${seed}/odd`, pictures: kinds }),
        pastePatternsPage({ seed: `${seed}/paste`, pictures: kinds }),
        scissorsPage({ seed: `${seed}/snip`, pictures: kinds }),
        sizeOrderPage({ seed: `${seed}/order`, pictures: ["foot"] }),
      ],
      round,
    ),
  ];
}
