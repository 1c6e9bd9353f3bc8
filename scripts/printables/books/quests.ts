import type { DrawingName } from "../drawings.ts";
import { WORDS } from "../lists.ts";
import type { Quest } from "../pages/mazes.ts";

/** The everyday word for a picture. */
export function wordFor(picture: DrawingName): string {
  return WORDS[picture] ?? picture;
}

/** A maze's start, goal and title: "Help the bear find the honey". */
export function questOf([who, what]: readonly [DrawingName, DrawingName]): Quest {
  return { who, what, title: `Help the ${wordFor(who)} find the ${wordFor(what)}` };
}
