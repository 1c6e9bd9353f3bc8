import type { DrawingName } from "../drawings/index.ts";
import type { ColourWord } from "../palette.ts";
import type { Page } from "../page.ts";
import { rosettePage, roundBadgesPage } from "../pages/badges.ts";
import { memoryPage } from "../pages/cards.ts";
import { certificatePage } from "../pages/certificate.ts";
import { colourByNumberPage } from "../pages/colour-by-number.ts";
import { NUMBER_PICTURES, type NumberPicture } from "../pages/number-pictures.ts";
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
import { questOf } from "../quests.ts";
import { at } from "../random.ts";
import { QUESTS } from "./mazes.ts";

type Set = readonly [
  colour: ColourWord,
  thing: string,
  hero: DrawingName,
  others: readonly DrawingName[],
];

/** Every colour with things that really have it. */
const COLOURS: readonly Set[] = [
  ["red", "apple", "apple", ["strawberry", "ladybird", "heart", "mushroom"]],
  ["yellow", "sun", "sun", ["banana", "lemon", "chick", "star"]],
  ["blue", "whale", "whale", ["drop", "fish", "umbrella", "jellyfish"]],
  ["green", "leaf", "leaf", ["frog", "fir", "cactus", "caterpillar"]],
  ["orange", "carrot", "carrot", ["pumpkin", "orange", "fox", "fish"]],
  ["purple", "grapes", "grapes", ["butterfly", "octopus", "crown", "kite"]],
  ["pink", "pig", "pig", ["tulip", "heart", "starfish", "iceCream"]],
  ["brown", "bear", "bear", ["nest", "horse", "acorn", "bread"]],
  ["black", "cat", "cat", ["boot", "hat", "train", "ladybird"]],
  ["white", "snowman", "snowman", ["sheep", "milk", "cloud", "tooth"]],
  ["gray", "elephant", "elephant", ["mouse", "key", "polarBear", "shell"]],
];

/** The Color Workbook: three kinds of pages for each colour, and pictures that use many. */
export function colorsPages(): Page[] {
  const numbered = Object.keys(NUMBER_PICTURES) as NumberPicture[];
  const all = COLOURS.map(([, , hero]) => hero);
  return [
    ...COLOURS.flatMap(([colour, thing, hero, others], index): Page[] => [
      colourWordPage({ colour, thing, hero, others }),
      findAndColourPage({
        seed: `colors/${colour}`,
        colour,
        target: at(others, 0),
        others: all.filter((name) => name !== at(others, 0)),
      }),
      ...(index < numbered.length ? [colourByNumberPage({ picture: at(numbered, index) })] : []),
    ]),
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
  ];
}

/** The certificate that goes with the Color Workbook. */
export function colorsCertificatePages(): Page[] {
  return [
    certificatePage({
      book: "Color Workbook",
      deed: "who found, named and colored all eleven colors.",
      colours: COLOURS.map(([colour]) => colour),
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
  const easy: readonly NumberPicture[] = [
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
    ...extra.flatMap(([colour, thing, hero], index): Page[] => {
      const [first, name, picture, others] = at(COLOURS, index);
      return [
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
      ];
    }),
    ...COLOURS.slice(9).flatMap(([colour, thing, hero, others]): Page[] => [
      firstColourPage({ colour, thing, hero }),
      findAndColourPage({ seed: `kids/${colour}`, colour, target: hero, others: heroes(hero) }),
      colouringPage({
        title: `Color: my ${thing}`,
        hero,
        around: [...others, "star"],
        ground: "none",
      }),
    ]),
  ];
}

/** The main picture of every other color. */
function heroes(not: DrawingName): DrawingName[] {
  return COLOURS.map(([, , hero]) => hero).filter((hero) => hero !== not);
}

function sortingOf(one: number, other: number) {
  const [left, , leftHero, leftOthers] = at(COLOURS, one);
  const [right, , rightHero, rightOthers] = at(COLOURS, other);
  return {
    title: `${left[0]?.toUpperCase()}${left.slice(1)} or ${right}?`,
    left: { name: left, pictures: [leftHero, ...leftOthers] },
    right: { name: right, pictures: [rightHero, ...rightOthers] },
  };
}
