import type { DrawingName } from "../drawings.ts";
import type { Page } from "../engine/page.ts";
import { memoryPage, threePartPage } from "../pages/cards.ts";
import { colourByNumberPage } from "../pages/colour-by-number.ts";
import { colouringPage, findAndColourPage, symmetryPage } from "../pages/colouring.ts";
import { countAndCirclePage, countAndColourPage, iSpyPage } from "../pages/counting.ts";
import {
  scissorsPage,
  sequencePage,
  sortingPage,
  stripPuzzlePage,
} from "../pages/cut-and-paste.ts";
import { dotToDotPage } from "../pages/dot-to-dot.ts";
import { linesPage } from "../pages/line-tracing.ts";
import { matchNumbersPage, matchShadowsPage } from "../pages/matching.ts";
import { mazePage, roundMazePage } from "../pages/mazes.ts";
import { numberPage } from "../pages/number-tracing.ts";
import {
  oddOneOutPage,
  pastePatternsPage,
  patternsPage,
  pictureSudokuPage,
} from "../pages/patterns.ts";
import { bigAndSmallPage, sizeOrderPage } from "../pages/sizes.ts";
import { questOf } from "./quests.ts";

const DINOSAURS: readonly DrawingName[] = [
  "trex",
  "triceratops",
  "stegosaurus",
  "longNeck",
  "pterosaur",
  "ankylosaurus",
  "babyDino",
];
const WORLD: readonly DrawingName[] = [
  ...DINOSAURS,
  "dinoEgg",
  "volcano",
  "palm",
  "footprint",
  "fern",
  "bone",
];

/** The Dinosaur Busy Book. */
export function dinosaurPages(): Page[] {
  const pictures = WORLD;
  const seed = (name: string) => `dinosaurs/${name}`;
  return [
    colouringPage({
      title: "T. rex says hello",
      hero: "trex",
      around: ["volcano", "pterosaur", "palm", "fern", "dinoEgg"],
    }),
    linesPage({
      seed: seed("lines"),
      pairs: [
        ["trex", "footprint"],
        ["longNeck", "palm"],
        ["babyDino", "dinoEgg"],
        ["triceratops", "fern"],
        ["pterosaur", "volcano"],
      ],
    }),
    countAndCirclePage({ seed: seed("count"), pictures, max: 6 }),
    mazePage({ seed: seed("maze"), quest: questOf(["triceratops", "fern"]), level: "easy" }),
    matchShadowsPage({ seed: seed("shadows"), pictures: DINOSAURS }),
    dotToDotPage({ picture: "dinosaur" }),
    patternsPage({ seed: seed("patterns"), pictures }),
    colourByNumberPage({ picture: "dinosaur" }),
    threePartPage({
      title: "Know your dinosaurs",
      words: [
        ["T. rex", "trex"],
        ["Triceratops", "triceratops"],
        ["Stegosaurus", "stegosaurus"],
      ],
    }),
    iSpyPage({ seed: seed("spy"), pictures }),
    sequencePage({
      seed: seed("story"),
      story: {
        title: "A dinosaur hatches",
        steps: [
          ["fern", "A nest of leaves"],
          ["dinoEgg", "An egg inside"],
          ["babyDino", "Crack! Hello!"],
          ["longNeck", "It grows up"],
        ],
      },
    }),
    mazePage({
      seed: seed("egg"),
      quest: questOf(["longNeck", "dinoEgg"]),
      level: "middle",
      form: "egg",
    }),
    numberPage({ number: 5, picture: "dinoEgg" }),
    scissorsPage({ seed: seed("scissors"), pictures: DINOSAURS }),
    colouringPage({
      title: "Long-neck in the morning",
      hero: "longNeck",
      around: ["palm", "pterosaur", "volcano", "footprint", "fern"],
    }),
    bigAndSmallPage({ seed: seed("sizes"), pictures: DINOSAURS }),
    matchNumbersPage({ seed: seed("numbers"), pictures, max: 8 }),
    roundMazePage({ seed: seed("round"), quest: questOf(["trex", "bone"]), rings: 5 }),
    oddOneOutPage({ seed: seed("odd"), pictures }),
    sortingPage({
      seed: seed("sorting"),
      sorting: {
        title: "Long ago or today?",
        left: { name: "Long ago", pictures: ["trex", "triceratops", "stegosaurus", "longNeck"] },
        right: { name: "Today", pictures: ["dog", "cow", "car", "turtle"] },
      },
    }),
    threePartPage({
      title: "More dinosaurs to know",
      words: [
        ["Long-neck", "longNeck"],
        ["Pterosaur", "pterosaur"],
        ["Ankylosaurus", "ankylosaurus"],
      ],
    }),
    pictureSudokuPage({ seed: seed("grid"), pictures: DINOSAURS }),
    colouringPage({
      title: "Stegosaurus takes a walk",
      hero: "stegosaurus",
      around: ["palm", "volcano", "pterosaur", "fern", "babyDino"],
    }),
    stripPuzzlePage({ picture: "triceratops", title: "Cut, mix and build Triceratops" }),
    findAndColourPage({
      seed: seed("find"),
      colour: "green",
      target: "longNeck",
      others: WORLD.filter((name) => name !== "longNeck"),
    }),
    pastePatternsPage({ seed: seed("paste"), pictures }),
    symmetryPage({ picture: "babyDino", name: "baby dinosaur" }),
    sizeOrderPage({ seed: seed("order"), pictures: ["ankylosaurus"] }),
    countAndColourPage({ seed: seed("color"), pictures, max: 6 }),
    memoryPage({ seed: seed("memory"), pictures: DINOSAURS }),
  ];
}
