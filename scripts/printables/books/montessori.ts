import { marked, type Page } from "../engine/page.ts";
import { at } from "../engine/random.ts";
import { THEMES, WORD_CARDS, wordFor } from "../lists.ts";
import { type Activity, makePages } from "../pages/kinds.ts";

const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
const LAST_NUMBER = 20;
const NUMBER_CARDS = 6;

/** Makes 150 pages: cards, numbers, letters, sizes, sorting and everyday life. */
export function montessoriPages(): Page[] {
  const scissors = { pictures: ["leaf", "star", "fish", "house", "apple"] };
  return [
    ...WORD_CARDS.flatMap(wordRound),
    ...marked("Everyday life", THEMES.flatMap(lifePages)),
    ...makePages([["scissors", scissors]], { seed: "montessori" }),
  ];
}

function wordRound({ title, pictures }: (typeof WORD_CARDS)[number], round: number): Page[] {
  const turn: Activity[] = [
    ["clip cards", { from: 1 + (round % 5) }],
    ["size order", { pictures }],
    "line tracing",
    "memory cards",
    ["big and small", { seed: "big" }],
    "match pairs",
  ];
  const words = pictures.map((name) => [wordFor(name), name]);
  const pages: Activity[] = [
    ["three-part cards", { title: `Word cards: ${title.toLowerCase()}`, words }],
    at(turn, round),
    ["letter tracing", { letter: at(LETTERS, round) }],
    at(turn, round + 2),
    round <= LAST_NUMBER
      ? ["number tracing", { number: round, picture: at(pictures, 0) }]
      : "shape tracing",
  ];
  return marked(title, makePages(pages, { ...at(THEMES, round), seed: `montessori/${round}` }));
}

function lifePages(theme: (typeof THEMES)[number], index: number): Page[] {
  const pages: Activity[] = [
    "life skill chart",
    ["cut and paste sorting", { seed: `sort/${index}` }],
    index < 2 ? ["number cards", { from: 1 + index * NUMBER_CARDS }] : "word tracing",
  ];
  return makePages(pages, { ...theme, seed: "montessori" });
}
