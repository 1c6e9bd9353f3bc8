import { QUESTS } from "../lists.ts";
import { marked, type Page } from "../engine/page.ts";
import { mazePage, roundMazePage } from "../pages/mazes.ts";
import { questOf } from "./quests.ts";
import { at } from "../engine/random.ts";

const LEVELS = [
  ["first", "First mazes"],
  ["easy", "Easy mazes"],
  ["middle", "Harder mazes"],
  ["tricky", "Tricky mazes"],
] as const;
const FORMS = ["egg", "house", "heart", "diamond"] as const;

/** Over a hundred mazes in four steps from first paths to tricky ones, square, shaped and round. */
export function mazesPages(): Page[] {
  return LEVELS.flatMap(([level, title], step) => {
    const pages = QUESTS.map((_, index): Page => {
      const quest = questOf(at(QUESTS, index + step * 7));
      const seed = `mazes/${level}/${index}`;
      if (index % 3 === 2 && step > 0) return roundMazePage({ seed, quest, rings: step + 3 });
      if (index % 3 === 1 && step > 0) {
        return mazePage({ seed, quest, level, form: at(FORMS, index + step) });
      }
      return mazePage({ seed, quest, level });
    });
    return marked(title, pages);
  });
}
