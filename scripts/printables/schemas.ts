import { z } from "zod";
import { hasDrawing } from "./drawings.ts";
import { COLOUR_WORDS, CRAYON, type Crayon } from "./engine/palette.ts";
import { BOOK_KEYS } from "./volume-keys.ts";

export const text = z.string();
export const drawing = text.refine(hasDrawing, { error: "There is no drawing of this name" });
export const drawings = z.array(drawing);
export const colour = z.enum(COLOUR_WORDS);
export const crayon = z.enum(Object.keys(CRAYON) as Crayon[]);
export const book = z.enum(BOOK_KEYS);
export const point = z.tuple([z.number(), z.number()]);

/** Two related drawings, such as the start and goal of a maze: "Help the … find the …". */
export const pair = z.tuple([drawing, drawing]);

export const named = z.tuple([drawing, text]);

export const word = z.tuple([text, drawing]);

export const four = <Item extends z.ZodType>(item: Item) => z.tuple([item, item, item, item]);

export const cover = z.strictObject({
  line: text,
  hero: drawing,
  friends: four(drawing),
  crayons: z.tuple([crayon, crayon]),
});

export const story = z.strictObject({ title: text, steps: four(named) });

const group = z.strictObject({ name: text, pictures: drawings });

export const sorting = z.strictObject({ title: text, left: group, right: group });

export const routine = z.strictObject({ title: text, hint: text, steps: z.array(named) });

export const bodySide = z.enum(["inside", "outside"]);

export const ground = z.enum(["grass", "waves", "snow", "none"]);

/** Parses a value. If it is invalid, throws an Error that names `place`, which stops the build. */
export function checked<Value>(place: string, schema: z.ZodType<Value>, value: unknown): Value {
  const result = schema.safeParse(value);
  if (!result.success) throw new Error(`${place}: ${z.prettifyError(result.error)}`);
  return result.data;
}
