import { marked, type Page } from "../engine/page.ts";
import { at } from "../engine/random.ts";
import { QUESTS } from "../lists.ts";
import { makePage } from "../pages/kinds.ts";

const LEVELS = [
  ["first", "First mazes"],
  ["easy", "Easy mazes"],
  ["middle", "Harder mazes"],
  ["tricky", "Tricky mazes"],
] as const;
const FORMS = ["egg", "house", "heart", "diamond"] as const;

/** Makes over a hundred square, shaped and round mazes in four levels of difficulty. */
export function mazesPages(): Page[] {
  return LEVELS.flatMap(([level, title], step) => {
    const pages = QUESTS.map((_, index): Page => {
      const quest = at(QUESTS, index + step * 7);
      const maze = { seed: `${level}/${index}`, quest };
      const turn = step ? index % 3 : 0;
      if (turn === 2) return makePage("round maze", { ...maze, rings: step + 3 }, BOOK);
      if (turn === 0) return makePage("maze", { ...maze, level }, BOOK);
      return makePage("shaped maze", { ...maze, level, form: at(FORMS, index + step) }, BOOK);
    });
    return marked(title, pages);
  });
}

const BOOK = { seed: "mazes" };
