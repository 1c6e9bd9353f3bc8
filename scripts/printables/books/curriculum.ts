import { textWidth } from "../engine/fonts.ts";
import { marked, type Page } from "../engine/page.ts";
import { at, makeRandom, shuffle } from "../engine/random.ts";
import { HEADINGS, type Theme, WEEK, wordFor } from "../lists.ts";
import { WEEKDAYS } from "../pages/charts.ts";
import { makePage, makePages, type Options } from "../pages/kinds.ts";

/** Activity pages per weekday. With the plan a week has 26 pages; 36 weeks make the curriculum. */
const PAGES_A_DAY = 5;
const DAYS = 5;
const FORMS = ["egg", "heart", "diamond"] as const;
/** Width of the weekly plan's text column, in points. */
const PLAN_COLUMN = 178;
const WEEK_PAGES = PAGES_A_DAY * DAYS + 1;

/**
 * Makes the four weeks of a month (1 to 9), each with a plan for the adult and five pages a day.
 * `before` counts the pages before the first week, for the page numbers in the plan.
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
    const cut = pages.some(({ kind }) => HEADINGS[kind]?.cut);
    return {
      pages: `Pages ${start}–${start + PAGES_A_DAY - 1}`,
      activities: nameSome(pages.map(({ kind }) => kind)),
      materials: cut ? "Pencil, crayons, scissors, glue" : "Pencil and crayons",
      play: at(play, day),
    };
  });
  const plan = makePage("weekly plan", {
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

/** Makes a week's pages in the order of their subjects; `spaced` distributes them over the days. */
function weekActivities({ theme, month, week }: Week): Page[] {
  const seed = `month-${month}/week-${week}`;
  const random = makeRandom(`${seed}/choices`);
  const pictures = shuffle(random, theme.pictures);
  const words = shuffle(random, theme.words);
  const letters = [...new Set([...theme.letters, ...shuffle(random, [..."ABDEGHMRT"])])];
  const pair = (index: number) => at(theme.pairs, week + index);
  const [thing, thingName] = at(theme.coloured, week);
  const hero = at(pictures, 1);
  /** Options by kind of page; they override the week's shared options. */
  const own: Record<string, Options> = {
    "number tracing": { number: at(theme.numbers, week), picture: at(pictures, 0) },
    "coloring page": { title: `Color the ${wordFor(hero)}`, hero, around: pictures.slice(2, 7) },
    "color word": {
      hero: thing,
      thing: thingName,
      others: theme.coloured.map(([name]) => name),
    },
    "strip puzzle": { picture: at(pictures, 8), title: "Cut, mix and build the picture" },
    "find and color": { target: thing, others: pictures.filter((name) => name !== thing) },
    "shaped maze": week
      ? { quest: pair(2), level: "middle", form: at(FORMS, month) }
      : { quest: pair(1), level: "easy", form: "house" },
    "round maze": { quest: pair(1), rings: month < 4 ? 4 : 5 },
    "dot to dot": { picture: theme.dots[week < 2 ? 0 : 1] },
    "color by number": { picture: theme.byNumber },
    "clip cards": { from: month < 5 ? 1 : 5 },
    "three-part cards": { words: words.slice(0, 3), title: "Picture and word cards" },
  };
  const kinds = [...WEEK.always, ...at(WEEK.turns, week)];
  return makePages(
    kinds.map((kind) => [kind, own[kind] ?? {}]),
    {
      ...theme,
      seed,
      pictures,
      words,
      letters,
      letter: at(theme.letters, week),
      half: at(theme.halves, week),
      quest: pair(0),
      level: month < 3 ? "first" : month < 6 ? "easy" : "middle",
    },
  );
}

/**
 * Distributes subjects so that every day has tracing, counting, a puzzle and a craft. `turn`
 * rotates the days and the order within a day, so that weeks differ.
 */
function spaced(pages: readonly Page[], turn: number): Page[] {
  return Array.from({ length: DAYS }, (_, day) => {
    const dealt = pages.filter((_page, index) => index % DAYS === (day + turn * 2) % DAYS);
    return [...dealt.slice(turn % PAGES_A_DAY), ...dealt.slice(0, turn % PAGES_A_DAY)];
  }).flat();
}

/** Lists as many kinds of pages as fit into the plan's column, then "and more". */
function nameSome(kinds: readonly string[]): string {
  const named = kinds.filter((_kind, index) => {
    const words = `${kinds.slice(0, index + 1).join(", ")} and more`;
    return textWidth("text", words, 11) <= PLAN_COLUMN;
  });
  return `${named.join(", ")} and more`;
}
