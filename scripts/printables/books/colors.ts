import type { DrawingName } from "../drawings.ts";
import { type ColourWord, colourTitle } from "../engine/palette.ts";
import { marked, type Page } from "../engine/page.ts";
import { rosettePage, roundBadgesPage } from "../pages/badges.ts";
import { memoryPage } from "../pages/cards.ts";
import { certificatePage } from "../pages/certificate.ts";
import { colourByNumberPage, NUMBER_PICTURES } from "../pages/colour-by-number.ts";
import {
  colouringPage,
  colourWordPage,
  findAndColourPage,
  firstColourPage,
} from "../pages/colouring.ts";
import { sortingPage } from "../pages/cut-and-paste.ts";
import { matchShadowsPage } from "../pages/matching.ts";
import { mazePage } from "../pages/mazes.ts";
import { patternsPage } from "../pages/patterns.ts";
import { questOf } from "./quests.ts";
import { at } from "../engine/random.ts";
import { COLOURS, QUESTS } from "../lists.ts";

/** The Color Workbook: three kinds of pages for each colour, and pictures that use many. */
export function colorsPages(): Page[] {
  const numbered = [...NUMBER_PICTURES.keys()];
  const all = COLOURS.map(({ hero }) => hero);
  return [
    ...COLOURS.flatMap(({ colour, thing, hero, others }, index) =>
      marked(colourTitle(colour), [
        colourWordPage({ colour, thing, hero, others }),
        findAndColourPage({
          seed: `colors/${colour}`,
          colour,
          target: at(others, 0),
          others: all.filter((name) => name !== at(others, 0)),
        }),
        ...numbered.slice(index, index + 1).map((picture) => colourByNumberPage({ picture })),
      ]),
    ),
    ...marked("All colors together", [
      sortingPage({ seed: "colors/red-yellow", sorting: sortingOf(0, 1) }),
      patternsPage({ seed: "colors/patterns", pictures: all }),
      sortingPage({ seed: "colors/green-orange", sorting: sortingOf(3, 4) }),
      matchShadowsPage({ seed: "colors/shadows", pictures: all }),
      colouringPage({
        title: "A rainbow for you",
        hero: "rainbow",
        around: ["sun", "cloud", "bird", "flower", "tulip"],
      }),
      memoryPage({ seed: "colors/memory", pictures: all }),
    ]),
  ];
}

/** The certificate that goes with the Color Workbook. */
export function colorsCertificatePages(): Page[] {
  return [
    certificatePage({
      book: "Color Workbook",
      deed: "who found, named and colored all eleven colors.",
      colours: COLOURS.map(({ colour }) => colour),
    }),
  ];
}

/** The badges that go with the Color Workbook for Kids: a rosette, and one a kind of page. */
export function colorsKidsBadgePages(): Page[] {
  return [
    rosettePage({ words: "I know my colors!", hero: "cub" }),
    roundBadgesPage({
      badges: [
        ["crayon", "First Colors"],
        ["magnifier", "Color Finder"],
        ["butterfly", "Number Painter"],
        ["mouse", "Maze Explorer"],
        ["caterpillar", "Pattern Pro"],
        ["owl", "Shadow Spotter"],
      ],
    }),
  ];
}

/** The Color Workbook for Kids: one big picture a page. */
export function colorsKidsPages(): Page[] {
  const extra: readonly (readonly [ColourWord, string, DrawingName])[] = [
    ["red", "ladybug", "ladybird"],
    ["yellow", "chick", "chick"],
    ["blue", "umbrella", "umbrella"],
    ["green", "frog", "frog"],
    ["orange", "pumpkin", "pumpkin"],
    ["purple", "octopus", "octopus"],
    ["pink", "tulip", "tulip"],
    ["brown", "acorn", "acorn"],
    ["black", "train", "train"],
  ];
  const easy = [
    "apple",
    "boat",
    "flower",
    "balloons",
    "butterfly",
    "fish",
    "house",
    "dinosaur",
    "snowman",
  ];
  return [
    ...extra.flatMap(([colour, thing, hero], index) => {
      const { colour: first, thing: name, hero: picture, others } = at(COLOURS, index);
      return marked(colourTitle(first), [
        firstColourPage({ colour: first, thing: name, hero: picture }),
        findAndColourPage({
          seed: `kids/${first}`,
          colour: first,
          target: picture,
          others: heroes(picture),
        }),
        colouringPage({
          title: `Color: my ${thing}`,
          hero,
          around: [...others, picture],
          ground: "none",
        }),
        colourByNumberPage({ picture: at(easy, index) }),
        firstColourPage({ colour, thing, hero }),
        mazePage({
          seed: `kids/maze/${colour}`,
          quest: questOf(at(QUESTS, index)),
          level: "first",
        }),
        patternsPage({ seed: `kids/patterns/${colour}`, pictures: [picture, hero, ...others] }),
        matchShadowsPage({
          seed: `kids/shadows/${colour}`,
          pictures: [...new Set([picture, hero, ...others])],
        }),
      ]);
    }),
    ...COLOURS.slice(9).flatMap(({ colour, thing, hero, others }) =>
      marked(colourTitle(colour), [
        firstColourPage({ colour, thing, hero }),
        findAndColourPage({ seed: `kids/${colour}`, colour, target: hero, others: heroes(hero) }),
        colouringPage({
          title: `Color: my ${thing}`,
          hero,
          around: [...others, "star"],
          ground: "none",
        }),
      ]),
    ),
  ];
}

/** The main picture of every other color. */
function heroes(not: DrawingName): DrawingName[] {
  return COLOURS.map(({ hero }) => hero).filter((hero) => hero !== not);
}

function sortingOf(one: number, other: number) {
  const [left, right] = [at(COLOURS, one), at(COLOURS, other)];
  return {
    title: `${colourTitle(left.colour)} or ${right.colour}?`,
    left: { name: left.colour, pictures: [left.hero, ...left.others] },
    right: { name: right.colour, pictures: [right.hero, ...right.others] },
  };
}
