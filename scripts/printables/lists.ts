import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { hasDrawing } from "./drawings.ts";
import { COLOUR_WORDS, CRAYON, type Crayon } from "./engine/palette.ts";
import { BOOK_KEYS } from "./volume-keys.ts";

const FOLDER = join(import.meta.dirname, "lists");

const words = z.string();
const drawing = z.string().refine(hasDrawing, { error: "There is no drawing of this name" });
const colour = z.enum(COLOUR_WORDS);
const crayon = z.enum(Object.keys(CRAYON) as Crayon[]);
const point = z.tuple([z.number(), z.number()]);
const pair = z.tuple([drawing, drawing]);
const named = z.tuple([drawing, words]);
const four = <Item extends z.ZodType>(item: Item) => z.tuple([item, item, item, item]);

const cover = z.strictObject({
  line: words,
  hero: drawing,
  friends: four(drawing),
  crayons: z.tuple([crayon, crayon]),
});

const group = z.strictObject({ name: words, pictures: z.array(drawing) });

/** What a month of the curriculum is about; its pages are made from these lists and its seed. */
const theme = z.strictObject({
  weeks: four(words),
  books: four(words),
  cover,
  ground: z.enum(["grass", "waves", "snow", "none"]),
  pictures: z.array(drawing).min(12),
  /** One capital letter and one number a week. */
  letters: four(z.string().regex(/^[A-Z]$/)),
  numbers: four(z.int()),
  /** How far the month counts. */
  max: z.int(),
  words: z.array(z.tuple([words, drawing])),
  /** What belongs together; also the start and goal of a maze: "Help the … find the …". */
  pairs: z.array(pair),
  pairsTitle: words,
  story: z.strictObject({ title: words, steps: z.array(named) }),
  sorting: z.strictObject({ title: words, left: group, right: group }),
  routine: z.strictObject({ title: words, hint: words, steps: z.array(named) }),
  /** Ids of a dot-to-dot picture for each half of the month, and of a color-by-number picture. */
  dots: z.tuple([words, words]),
  byNumber: words,
  /** Symmetrical drawings, of which a child draws the other half. */
  halves: z.array(named),
  colour,
  coloured: z.array(named),
  play: z.array(words),
});

/** A picture whose parts are named; points are in points of the page. */
const labelled = z.strictObject({
  title: words,
  hint: words,
  picture: drawing,
  labels: z.array(z.strictObject({ word: words, to: point, at: point })),
});

const facts = z.array(z.tuple([drawing, words, words]));
const book = z.enum(BOOK_KEYS);
const pageOfKind = z.tuple([book, words]);

/** The nine months in school order. */
export const THEMES = readdirSync(join(FOLDER, "months"))
  .toSorted()
  .map((file) => read(`months/${file}`, theme));
export type Theme = z.infer<typeof theme>;

/** What stands on the covers of the books that are no month. */
export const COVERS = read("covers.json", z.record(z.string(), cover));

/** The body: pictures with names, and cards for what is inside it and outside. */
export const BODY = read(
  "body.json",
  z.strictObject({
    labelled: z.strictObject({
      face: labelled,
      hand: labelled,
      skeleton: labelled,
      body: labelled,
      foot: labelled,
    }),
    inside: facts,
    outside: facts,
  }),
);

/** Every colour with things that really have it. */
export const COLOURS = read(
  "colors.json",
  z.array(z.strictObject({ colour, thing: words, hero: drawing, others: z.array(drawing) })),
);

/** A word and the drawing that shows it, for every letter of the alphabet. */
export const ALPHABET = read("alphabet.json", z.record(z.string(), z.tuple([words, drawing])));

/** The everyday words for drawings whose name is another one. */
export const WORDS = read("words.json", z.record(drawing, words));

/** Start and goal of the mazes, as drawings: "Help the bear find the honey". */
export const QUESTS = read("quests.json", z.array(pair));

/** Word cards by subject, three to a sheet. */
export const WORD_CARDS = read(
  "word-cards.json",
  z.array(z.strictObject({ title: words, pictures: z.array(drawing) })),
);

/**
 * Letters and numbers as single strokes for tracing, in writing order. The top line is y = 0, the
 * middle line 50, the baseline 100, tails reach 140; x starts at 0.
 */
export const GLYPHS = read(
  "glyphs.json",
  z.record(z.string(), z.strictObject({ width: z.number(), strokes: z.array(words) })),
);

/**
 * What the shop's pictures show of each product: the book whose cover it wears, pages that look out
 * from under it, and previews; pages are named by their book and kind.
 */
const product = z.strictObject({
  slug: words,
  name: words,
  line: words,
  volume: book,
  around: z.array(pageOfKind),
  previews: z.array(pageOfKind),
});
export const SHELF = read("shelf.json", z.array(product));
export type Product = z.infer<typeof product>;

/** Reads a list and checks it, so that a slip in it ends the build with its place. */
function read<List>(file: string, schema: z.ZodType<List>): List {
  const result = schema.safeParse(JSON.parse(readFileSync(join(FOLDER, file), "utf8")));
  if (!result.success) throw new Error(`${file}: ${z.prettifyError(result.error)}`);
  return result.data;
}
