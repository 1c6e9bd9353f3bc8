import type { DrawingName } from "../drawings.ts";
import type { Maze } from "./maze.ts";
import { GREY, INK, type Op, text } from "./scene.ts";

/** One sheet: what is drawn in `BOX`, and what its puzzles promise so that tests can prove it. */
export type Page = {
  /** The layout, such as "maze"; two neighbours in a volume never share it. */
  kind: string;
  title: string;
  ops: readonly Op[];
  /** The entry of the outline that leads here; level 2 stands below the level 1 before it. */
  mark?: { title: string; level: 1 | 2 };
  mazes?: readonly Maze[];
  /** Dot-to-dot points in counting order. */
  dots?: readonly (readonly [number, number])[];
  /** Outlines of the areas to colour, and how many colours the key names. */
  regions?: readonly string[];
};

/** What most pages are made of: the seed of their random choices, and the drawings to choose from. */
export type Choice = { seed: string; pictures: readonly DrawingName[] };

/** Where activities begin, below the heading. */
export const TOP = 66;

/** A page with its heading line: an instruction to the child and, small, a hint to the adult. */
export function sheet(page: Page & { hint?: string; motif?: readonly Op[] }): Page {
  const { hint, motif = [], ops, ...rest } = page;
  const heading: Op[] = [text(0, 26, page.title, { face: "display", size: 26, colour: INK })];
  if (hint) heading.push(text(0, 46, hint, { size: 11.5, colour: GREY }));
  return { ...rest, ops: [...heading, ...motif, ...ops] };
}

/** The pages with an entry of the outline at the first of them. */
export function marked(title: string, pages: readonly Page[], level: 1 | 2 = 1): Page[] {
  return pages.map((page, index) => (index ? page : { ...page, mark: { title, level } }));
}
