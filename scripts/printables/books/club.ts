import type { DrawingName } from "../drawings.ts";
import type { Page } from "../engine/page.ts";
import { memoryPage } from "../pages/cards.ts";
import { colouringPage, symmetryPage } from "../pages/colouring.ts";
import { countAndCirclePage, iSpyPage } from "../pages/counting.ts";
import { scissorsPage, stripPuzzlePage } from "../pages/cut-and-paste.ts";
import { dotToDotPage } from "../pages/dot-to-dot.ts";
import { linesPage } from "../pages/line-tracing.ts";
import { mazePage } from "../pages/mazes.ts";
import { patternsPage } from "../pages/patterns.ts";
import { questOf } from "./quests.ts";

/** The club's first issue: ten activities in the woods. */
export function clubPages(): Page[] {
  const pictures: readonly DrawingName[] = [
    "hedgehog",
    "owl",
    "fox",
    "mushroom",
    "acorn",
    "oakLeaf",
    "snail",
    "bear",
    "tree",
    "bird",
    "nest",
    "leaf",
  ];
  return [
    colouringPage({
      title: "Hedgehog goes for a walk",
      hero: "hedgehog",
      around: ["oakLeaf", "bird", "tree", "mushroom", "acorn"],
    }),
    linesPage({
      seed: "club/lines",
      pairs: [
        ["hedgehog", "leaf"],
        ["owl", "tree"],
        ["fox", "burrow"],
        ["bird", "nest"],
        ["bear", "honey"],
      ],
    }),
    mazePage({ seed: "club/maze", quest: questOf(["hedgehog", "mushroom"]), level: "easy" }),
    countAndCirclePage({ seed: "club/count", pictures, max: 6 }),
    symmetryPage({ picture: "owl", name: "owl" }),
    patternsPage({ seed: "club/patterns", pictures }),
    dotToDotPage({ picture: "tree" }),
    iSpyPage({ seed: "club/spy", pictures }),
    scissorsPage({ seed: "club/scissors", pictures }),
    stripPuzzlePage({ picture: "fox", title: "Cut, mix and build the fox" }),
    memoryPage({ seed: "club/memory", pictures }),
  ];
}
