import { type DrawingName } from "../drawings.ts";
import { textWidth } from "../engine/fonts.ts";
import { marked, type Page } from "../engine/page.ts";
import { clipCardsPage, memoryPage, threePartPage } from "../pages/cards.ts";
import { routinePage, weatherPage, WEEKDAYS, weeklyPlanPage } from "../pages/charts.ts";
import { colourByNumberPage } from "../pages/colour-by-number.ts";
import {
  colouringPage,
  colourWordPage,
  findAndColourPage,
  symmetryPage,
} from "../pages/colouring.ts";
import { countAndCirclePage, countAndColourPage, iSpyPage } from "../pages/counting.ts";
import {
  scissorsPage,
  sequencePage,
  sortingPage,
  stripPuzzlePage,
} from "../pages/cut-and-paste.ts";
import { dotToDotPage } from "../pages/dot-to-dot.ts";
import { letterPage } from "../pages/letter-tracing.ts";
import { linesPage } from "../pages/line-tracing.ts";
import {
  matchLettersPage,
  matchNumbersPage,
  matchPairsPage,
  matchShadowsPage,
} from "../pages/matching.ts";
import { type MazeLevel, mazePage, roundMazePage } from "../pages/mazes.ts";
import { numberPage } from "../pages/number-tracing.ts";
import {
  oddOneOutPage,
  pastePatternsPage,
  patternsPage,
  pictureSudokuPage,
} from "../pages/patterns.ts";
import { shapesPage } from "../pages/shape-tracing.ts";
import { bigAndSmallPage, sizeOrderPage } from "../pages/sizes.ts";
import { wordsPage } from "../pages/word-tracing.ts";
import { questOf, wordFor } from "./quests.ts";
import { at, makeRandom, shuffle } from "../engine/random.ts";
import type { Theme } from "../lists.ts";

/** Pages for every weekday; 36 weeks of 26 pages make the curriculum. */
const PAGES_A_DAY = 5;
const DAYS = 5;
/** Kinds of pages that need scissors and glue. */
const CUT_KINDS = new Set([
  "clip cards",
  "cut and paste pattern",
  "cut and paste sequence",
  "cut and paste sorting",
  "memory cards",
  "picture puzzle grid",
  "scissors",
  "size order",
  "strip puzzle",
  "three-part cards",
]);
/** Room for a line of text in the weekly plan, in points. */
const PLAN_COLUMN = 178;
const WEEK_PAGES = PAGES_A_DAY * DAYS + 1;

/**
 * The four weeks of a month (1 to 9): each a plan for the adult and five pages a day. `before` is
 * the number of pages in front of the first week, so that the plan can name the right pages.
 */
export function monthPages(theme: Theme, month: number, before: number): Page[] {
  return [0, 1, 2, 3].flatMap((week) => weekPages({ theme, month, week, before }));
}

type Week = { theme: Theme; month: number; week: number; before: number };

function weekPages({ theme, month, week, before }: Week): Page[] {
  const random = makeRandom(`month-${month}/week-${week}`);
  const activities = spaced(weekActivities({ theme, month, week, before }), month + week);
  const first = before + week * WEEK_PAGES + 2;
  const play = shuffle(random, theme.play);
  const days = Array.from({ length: DAYS }, (_, day) =>
    activities.slice(day * PAGES_A_DAY, (day + 1) * PAGES_A_DAY),
  );
  const plans = days.map((pages, day) => {
    const start = first + day * PAGES_A_DAY;
    const cut = pages.some(({ kind }) => CUT_KINDS.has(kind));
    return {
      pages: `Pages ${start}–${start + PAGES_A_DAY - 1}`,
      activities: nameSome(pages.map(({ kind }) => kind)),
      materials: cut ? "Pencil, crayons, scissors, glue" : "Pencil and crayons",
      play: at(play, day),
    };
  });
  const plan = weeklyPlanPage({
    week: (month - 1) * 4 + week + 1,
    theme: at(theme.weeks, week),
    motif: at(theme.cover.friends, week),
    book: at(theme.books, week),
    days: plans,
  });
  return [
    ...marked(plan.title, [plan]),
    ...days.flatMap((pages, day) => marked(`Day ${day + 1}: ${at(WEEKDAYS, day)}`, pages, 2)),
  ];
}

/** Everything a week offers, in a fixed order of subjects; `spaced` deals it over the days. */
function weekActivities({ theme, month, week }: Week): Page[] {
  const key = `month-${month}/week-${week}`;
  const random = makeRandom(`${key}/choices`);
  const pictures = shuffle(random, theme.pictures);
  const words = shuffle(random, theme.words);
  const letters = [...theme.letters, ...shuffle(random, [..."ABDEGHMRT"])];
  const level: MazeLevel = month < 3 ? "first" : month < 6 ? "easy" : "middle";
  const pair = (index: number) => at(theme.pairs, week + index);
  const [half, halfName] = at(theme.halves, week);
  const [thing, thingName] = at(theme.coloured, week);
  const seed = (name: string) => `${key}/${name}`;
  const others = (not: DrawingName) => pictures.filter((name) => name !== not);

  const weekly: Page[] = [
    letterPage({ letter: at(theme.letters, week) }),
    numberPage({ number: at(theme.numbers, week), picture: at(pictures, 0) }),
    linesPage({ seed: seed("lines"), pairs: theme.pairs }),
    mazePage({ seed: seed("maze"), quest: questOf(pair(0)), level }),
    countAndCirclePage({ seed: seed("count"), pictures, max: Math.max(6, theme.max) }),
    patternsPage({ seed: seed("patterns"), pictures }),
    colouringPage({
      title: `Color the ${wordFor(at(pictures, 1))}`,
      hero: at(pictures, 1),
      around: pictures.slice(2, 7),
      ground: theme.ground,
    }),
    matchShadowsPage({ seed: seed("shadows"), pictures }),
    scissorsPage({ seed: seed("scissors"), pictures }),
    wordsPage({ words }),
    matchNumbersPage({ seed: seed("numbers"), pictures, max: Math.max(5, theme.max) }),
    symmetryPage({ picture: half, name: halfName }),
    oddOneOutPage({ seed: seed("odd"), pictures }),
    bigAndSmallPage({ seed: seed("sizes"), pictures }),
    matchLettersPage({ seed: seed("letters"), letters: [...new Set(letters)] }),
    iSpyPage({ seed: seed("spy"), pictures }),
    colourWordPage({
      colour: theme.colour,
      hero: thing,
      thing: thingName,
      others: theme.coloured.map(([name]) => name),
    }),
    memoryPage({ seed: seed("memory"), pictures }),
    stripPuzzlePage({ picture: at(pictures, 8), title: "Cut, mix and build the picture" }),
    countAndColourPage({ seed: seed("color"), pictures, max: Math.max(6, theme.max) }),
    shapesPage({ seed: seed("shapes") }),
  ];
  const byWeek: Page[][] = [
    [
      mazePage({ seed: seed("form"), quest: questOf(pair(1)), level: "easy", form: "house" }),
      routinePage({ routine: theme.routine }),
      dotToDotPage({ picture: theme.dots[0] }),
      pictureSudokuPage({ seed: seed("grid"), pictures }),
    ],
    [
      roundMazePage({ seed: seed("round"), quest: questOf(pair(1)), rings: month < 4 ? 4 : 5 }),
      sequencePage({ seed: seed("story"), story: theme.story }),
      colourByNumberPage({ picture: theme.byNumber }),
      sizeOrderPage({ seed: seed("order"), pictures }),
    ],
    [
      mazePage({
        seed: seed("form"),
        quest: questOf(pair(2)),
        level: "middle",
        form: at(["egg", "heart", "diamond"] as const, month),
      }),
      sortingPage({ seed: seed("sorting"), sorting: theme.sorting }),
      dotToDotPage({ picture: theme.dots[1] }),
      clipCardsPage({ seed: seed("clip"), pictures, from: month < 5 ? 1 : 5 }),
    ],
    [
      weatherPage(),
      matchPairsPage({ seed: seed("pairs"), pairs: theme.pairs, title: theme.pairsTitle }),
      pastePatternsPage({ seed: seed("paste"), pictures }),
      threePartPage({ words: words.slice(0, 3), title: "Picture and word cards" }),
    ],
  ];
  const find = findAndColourPage({
    seed: seed("find"),
    colour: theme.colour,
    target: thing,
    others: others(thing),
  });
  return week % 2
    ? [...weekly, ...at(byWeek, week)]
    : [...weekly.slice(0, -1), find, ...at(byWeek, week)];
}

/**
 * Deals subjects like cards, so that every day has tracing, counting, a puzzle and handwork. `turn`
 * changes which day comes first and the order within a day, so that no two weeks feel the same.
 */
function spaced(pages: readonly Page[], turn: number): Page[] {
  return Array.from({ length: DAYS }, (_, day) => {
    const dealt = pages.filter((_page, index) => index % DAYS === (day + turn * 2) % DAYS);
    return [...dealt.slice(turn % PAGES_A_DAY), ...dealt.slice(0, turn % PAGES_A_DAY)];
  }).flat();
}

/** As many kinds of pages as fit into the plan's column, then "and more". */
function nameSome(kinds: readonly string[]): string {
  const named = kinds.filter((_kind, index) => {
    const words = `${kinds.slice(0, index + 1).join(", ")} and more`;
    return textWidth("text", words, 11) <= PLAN_COLUMN;
  });
  return `${named.join(", ")} and more`;
}
