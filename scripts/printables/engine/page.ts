import { z } from "zod";
import { checked } from "../schemas.ts";
import type { Maze } from "./maze.ts";
import { makeRandom, type Random } from "./random.ts";
import type { Op } from "./scene.ts";

/** One page: its drawing within `BOX`, and the puzzle data that tests verify. */
export type Page = Puzzles & {
  /** Name of the layout, such as "maze"; adjacent pages of a volume have different kinds. */
  kind: string;
  title: string;
  ops: readonly Op[];
  /** Outline entry of this page; level 2 is nested under the previous level 1 entry. */
  mark?: { title: string; level: 1 | 2 };
};

type Puzzles = {
  mazes?: readonly Maze[];
  dots?: readonly (readonly [number, number])[];
  /** Outlines of the areas to colour. */
  regions?: readonly string[];
};

/** Drawing below the heading, and `words` for the heading's placeholders. */
export type Drawn = Puzzles & { ops: readonly Op[]; words?: Record<string, string | number> };

export type PageKind = {
  options: z.ZodRawShape;
  draw: (options: Record<string, unknown>, seed: string) => Drawn;
};

export const TOP = 66;

/** Defines a kind of page; `draw` also gets the page's seed and a random stream. */
export function definePage<Shape extends z.ZodRawShape>(
  shape: Shape,
  draw: (
    options: z.output<z.ZodObject<Shape>> & { seed: string; random: Random },
  ) => Drawn | readonly Op[],
): PageKind {
  const schema = z.strictObject(shape);
  return {
    options: shape,
    draw(options, seed) {
      const random = makeRandom(seed);
      const drawn = draw({ ...checked(seed, schema, options), seed, random });
      return "ops" in drawn ? drawn : { ops: drawn };
    },
  };
}

/** Adds an outline entry to the first of the pages. */
export function marked(title: string, pages: readonly Page[], level: 1 | 2 = 1): Page[] {
  return pages.map((page, index) => (index ? page : { ...page, mark: { title, level } }));
}
