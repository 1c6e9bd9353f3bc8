import type { DrawingName } from "../drawings/index.ts";
import type { Page } from "../page.ts";
import { mazePage, roundMazePage } from "../pages/mazes.ts";
import { questOf } from "../quests.ts";
import { at } from "../random.ts";

/** Who goes where in the maze books; each can be asked about in one sentence. */
export const QUESTS: readonly (readonly [DrawingName, DrawingName])[] = [
  ["bear", "honey"],
  ["mouse", "cheese"],
  ["dog", "bone"],
  ["rabbit", "carrot"],
  ["bee", "flower"],
  ["bird", "nest"],
  ["cat", "fish"],
  ["rocket", "moon"],
  ["boat", "anchor"],
  ["hen", "chick"],
  ["frog", "pond"],
  ["penguin", "igloo"],
  ["car", "house"],
  ["caterpillar", "leaf"],
  ["horse", "barn"],
  ["queen", "castle"],
  ["crab", "shell"],
  ["owl", "tree"],
  ["fox", "burrow"],
  ["bus", "school"],
  ["ladybird", "strawberry"],
  ["trex", "dinoEgg"],
  ["hedgehog", "mushroom"],
  ["elephant", "watermelon"],
  ["child", "iceCream"],
  ["pig", "barn"],
];

const FORMS = ["egg", "house", "heart", "diamond"] as const;

/** Over a hundred mazes in four steps from first paths to tricky ones, square, shaped and round. */
export function mazesPages(): Page[] {
  const levels = ["first", "easy", "middle", "tricky"] as const;
  return levels.flatMap((level, step) =>
    QUESTS.map((_, index): Page => {
      const quest = questOf(at(QUESTS, index + step * 7));
      const seed = `mazes/${level}/${index}`;
      if (index % 3 === 2 && step > 0) return roundMazePage({ seed, quest, rings: step + 3 });
      if (index % 3 === 1 && step > 0) {
        return mazePage({ seed, quest, level, form: at(FORMS, index + step) });
      }
      return mazePage({ seed, quest, level });
    }),
  );
}
