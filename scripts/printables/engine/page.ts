import { z } from "zod";
import { checked } from "../schemas.ts";
import type { Maze } from "./maze.ts";
import { makeRandom, type Random } from "./random.ts";
import type { Op } from "./scene.ts";

/** One sheet: what is drawn in `BOX`, and what its puzzles promise so that tests can prove it. */
export type Page = Puzzles & {
  /** The layout, such as "maze"; two neighbours in a volume never share it. */
  kind: string;
  title: string;
  ops: readonly Op[];
  /** The entry of the outline that leads here; level 2 stands below the level 1 before it. */
  mark?: { title: string; level: 1 | 2 };
};

type Puzzles = {
  mazes?: readonly Maze[];
  /** Dot-to-dot points in counting order. */
  dots?: readonly (readonly [number, number])[];
  /** Outlines of the areas to colour, and how many colours the key names. */
  regions?: readonly string[];
};

/** What is drawn below the heading, and `words` for the heading's gaps beside the options. */
export type Drawn = Puzzles & { ops: readonly Op[]; words?: Record<string, string | number> };

/** A kind of page: the options that it takes, and how it is drawn from them. */
export type PageKind = {
  options: z.ZodRawShape;
  draw: (options: Record<string, unknown>, seed: string) => Drawn;
};

/** Where activities begin, below the heading. */
export const TOP = 66;

/** Defines a kind of page; besides its options, `draw` gets the page's seed and a stream from it. */
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

/** The pages with an entry of the outline at the first of them. */
export function marked(title: string, pages: readonly Page[], level: 1 | 2 = 1): Page[] {
  return pages.map((page, index) => (index ? page : { ...page, mark: { title, level } }));
}
