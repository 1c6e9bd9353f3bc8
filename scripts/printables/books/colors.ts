import { marked, type Page } from "../engine/page.ts";
import { colourTitle } from "../engine/palette.ts";
import { at } from "../engine/random.ts";
import { COLOURS, FIRST_COLOURS, QUESTS } from "../lists.ts";
import { NUMBER_PICTURES } from "../pages/colour-by-number.ts";
import { type Activity, makePages } from "../pages/kinds.ts";

const HEROES = COLOURS.map(({ hero }) => hero);

type Colour = (typeof COLOURS)[number];

export function colorsPages(): Page[] {
  const numbered = [...NUMBER_PICTURES.keys()];
  const shared = { seed: "colors", pictures: HEROES };
  const together: Activity[] = [
    ["cut and paste sorting", { seed: "red-yellow", sorting: sortingOf(0, 1) }],
    "patterns",
    ["cut and paste sorting", { seed: "green-orange", sorting: sortingOf(3, 4) }],
    "match shadows",
    [
      "coloring page",
      {
        title: "A rainbow for you",
        hero: "rainbow",
        around: ["sun", "cloud", "bird", "flower", "tulip"],
      },
    ],
    "memory cards",
  ];
  const single = COLOURS.flatMap((colour, index) => {
    const pages: Activity[] = [
      "color word",
      find(colour, at(colour.others, 0)),
      ...numbered
        .slice(index, index + 1)
        .map((picture): Activity => ["color by number", { picture }]),
    ];
    return marked(colourTitle(colour.colour), makePages(pages, { ...colour, ...shared }));
  });
  return [...single, ...marked("All colors together", makePages(together, shared))];
}

export function colorsKidsPages(): Page[] {
  return COLOURS.flatMap((colour, index) => {
    const second = FIRST_COLOURS[index];
    const pages = [
      "first coloring",
      find(colour, colour.hero),
      ...(second
        ? [scene(second, [...colour.others, colour.hero]), ...secondThing(colour, second, index)]
        : [scene(colour, [...colour.others, "star"])]),
    ];
    return marked(colourTitle(colour.colour), makePages(pages, { ...colour, seed: "kids" }));
  });
}

function secondThing(first: Colour, second: (typeof FIRST_COLOURS)[number], index: number) {
  const { colour, thing, hero, byNumber } = second;
  const pictures = [first.hero, hero, ...first.others];
  return [
    ["color by number", { picture: byNumber }],
    ["first coloring", { colour, thing, hero }],
    ["maze", { seed: `maze/${colour}`, quest: at(QUESTS, index), level: "first" }],
    ["patterns", { seed: `patterns/${colour}`, pictures }],
    ["match shadows", { seed: `shadows/${colour}`, pictures: [...new Set(pictures)] }],
  ] satisfies Activity[];
}

function scene({ thing, hero }: { thing: string; hero: string }, around: string[]): Activity {
  return ["coloring page", { title: `Color: my ${thing}`, hero, around, ground: "none" }];
}

function find({ colour }: Colour, target: string): Activity {
  const others = HEROES.filter((hero) => hero !== target);
  return ["find and color", { seed: colour, target, others }];
}

function sortingOf(one: number, other: number) {
  const [left, right] = [at(COLOURS, one), at(COLOURS, other)];
  const group = ({ colour, hero, others }: Colour) => ({
    name: colour,
    pictures: [hero, ...others],
  });
  return {
    title: `${colourTitle(left.colour)} or ${right.colour}?`,
    left: group(left),
    right: group(right),
  };
}
