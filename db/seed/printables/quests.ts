import type { DrawingName } from "./drawings/index.ts";
import type { Quest } from "./pages/mazes.ts";

const NAMES: Partial<Record<DrawingName, string>> = {
  child: "boy",
  fir: "tree",
  iceCream: "ice cream",
  kitten: "kitten",
  ladybird: "ladybug",
  longNeck: "long-neck",
  oakLeaf: "leaf",
  plainEgg: "egg",
  polarBear: "polar bear",
  puppy: "puppy",
  trex: "T. rex",
  dinoEgg: "egg",
  babyDino: "baby dinosaur",
  yoyo: "yo-yo",
  wateringCan: "watering can",
  flowerPot: "flower pot",
  heartOrgan: "heart",
};

/** The everyday word for a picture. */
export function wordFor(picture: DrawingName): string {
  return NAMES[picture] ?? picture;
}

/** A maze's task from who looks and what is looked for: "Help the bear find the honey". */
export function questOf([who, what]: readonly [DrawingName, DrawingName]): Quest {
  return { who, what, title: `Help the ${wordFor(who)} find the ${wordFor(what)}` };
}
