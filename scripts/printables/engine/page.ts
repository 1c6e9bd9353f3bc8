import type { Maze } from "./maze.ts";
import { GREY, INK, type Op, text } from "./scene.ts";

/** One sheet: what is drawn in `BOX`, and what its puzzles promise so that tests can prove it. */
export type Page = {
  /** The layout, such as "maze"; two neighbours in a volume never share it. */
  kind: string;
  title: string;
  ops: readonly Op[];
  mazes?: readonly Maze[];
  /** Dot-to-dot points in counting order. */
  dots?: readonly (readonly [number, number])[];
  /** Outlines of the areas to colour, and how many colours the key names. */
  regions?: readonly string[];
};

/** Where activities begin, below the heading. */
export const TOP = 66;

/** A page with its heading line: an instruction to the child and, small, a hint to the adult. */
export function sheet(page: Page & { hint?: string; motif?: readonly Op[] }): Page {
  const { hint, motif = [], ops, ...rest } = page;
  const heading: Op[] = [text(0, 26, page.title, { face: "display", size: 26, colour: INK })];
  if (hint) heading.push(text(0, 46, hint, { size: 11.5, colour: GREY }));
  return { ...rest, ops: [...heading, ...motif, ...ops] };
}
