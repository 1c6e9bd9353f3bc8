import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import {
  book,
  checked,
  colour,
  cover,
  drawing,
  drawings,
  four,
  ground,
  named,
  pair,
  point,
  routine,
  sorting,
  story,
  text,
  word,
} from "./schemas.ts";
import { type BookKey, isMonth, monthOf } from "./volume-keys.ts";
import { at } from "./engine/random.ts";

const FOLDER = join(import.meta.dirname, "lists");

const theme = z.strictObject({
  weeks: four(text),
  books: four(text),
  cover,
  ground,
  pictures: drawings.min(12),
  /** One capital letter per week. */
  letters: four(z.string().regex(/^[A-Z]$/)),
  numbers: four(z.int()),
  max: z.int(),
  words: z.array(word),
  pairs: z.array(pair),
  pairsTitle: text,
  story,
  sorting,
  routine,
  /** Ids of the dot-to-dot pictures for the first and second half of the month. */
  dots: z.tuple([text, text]),
  byNumber: text,
  /** Symmetrical drawings whose second half the child draws. */
  halves: z.array(named),
  colour,
  coloured: z.array(named),
  play: z.array(text),
});

/** A picture with labelled parts; positions are in points of the page. */
const labelled = z.strictObject({
  title: text,
  hint: text,
  picture: drawing,
  labels: z.array(z.strictObject({ word: text, to: point, at: point })),
});

/** Heading of a page: title and a hint for the adult, with {placeholders}. */
const heading = z.strictObject({
  title: text,
  hint: text.optional(),
  /** Seed of this kind's random choices; defaults to the name of the kind. */
  seed: text.optional(),
  bare: z.boolean().optional(),
  cut: z.boolean().optional(),
});

const facts = z.array(z.tuple([drawing, text, text]));
const pageOfKind = z.tuple([book, text]);

export const HEADINGS = read("headings.json", z.record(text, heading));

export const THEMES = readdirSync(join(FOLDER, "months"))
  .toSorted()
  .map((file) => read(`months/${file}`, theme));
export type Theme = z.infer<typeof theme>;

/** Kinds of a week's pages: `always` for every week, `turns` by week of the month. */
export const WEEK = read(
  "week.json",
  z.strictObject({ always: z.array(text), turns: four(z.array(text)) }),
);

const COVERS = read("covers.json", z.record(text, cover));

export const BODY = read(
  "body.json",
  z.strictObject({ labelled: z.record(text, labelled), inside: facts, outside: facts }),
);

export const COLOURS = read(
  "colors.json",
  z.array(z.strictObject({ colour, thing: text, hero: drawing, others: drawings })),
);

/** Second object for most colours in the kids' color book, with a color-by-number picture. */
export const FIRST_COLOURS = read(
  "first-colors.json",
  z.array(z.strictObject({ colour, thing: text, hero: drawing, byNumber: text })),
);

export const ALPHABET = read("alphabet.json", z.record(text, word));

const WORDS = read("words.json", z.record(drawing, text));

/** Start and goal of the mazes, as drawings: "Help the bear find the honey". */
export const QUESTS = read("quests.json", z.array(pair));

export const WORD_CARDS = read(
  "word-cards.json",
  z.array(z.strictObject({ title: text, pictures: drawings })),
);

/**
 * Letters and digits as strokes for tracing, in writing order. The top line is y = 0, the middle
 * line 50, the baseline 100, descenders reach 140; x starts at 0.
 */
export const GLYPHS = read(
  "glyphs.json",
  z.record(text, z.strictObject({ width: z.number(), strokes: z.array(text) })),
);

/**
 * Contents of a product's pictures: the book on its cover (`volume`), the pages below the cover
 * (`around`) and the preview pages. Pages are identified by book and kind.
 */
const product = z.strictObject({
  slug: text,
  name: text,
  line: text,
  volume: book,
  around: z.array(pageOfKind),
  previews: z.array(pageOfKind),
});
export const SHELF = read("shelf.json", z.array(product));
export type Product = z.infer<typeof product>;

/** Position of a sheet in a picture: centre, width, rotation in degrees. */
const lying = { x: z.number(), y: z.number(), width: z.number(), turn: z.number() };

const scene = z.union([
  z.strictObject({ slug: text, page: pageOfKind }),
  z.strictObject({ slug: text, cover: book }),
  z.strictObject({
    slug: text,
    alt: text,
    width: z.int(),
    height: z.int(),
    widths: z.array(z.int()).optional(),
    jpeg: z.boolean().optional(),
    words: text.optional(),
    sheets: z.array(
      z.union([
        z.strictObject({ page: pageOfKind, ...lying }),
        z.strictObject({ cover: book, ...lying }),
      ]),
    ),
  }),
]);

export const SCENES = read("pictures.json", z.array(scene));
export type Scene = z.infer<typeof scene>;

const NUMBERS = read("numbers.json", z.array(text));

export function wordOf(number: number): string {
  return NUMBERS[number] ?? "";
}

export function wordFor(picture: string): string {
  return WORDS[picture] ?? picture;
}

export function coverOf(key: BookKey): z.infer<typeof cover> {
  const found = isMonth(key) ? at(THEMES, monthOf(key) - 1).cover : COVERS[key];
  if (!found) throw new Error(`${key} has no cover.`);
  return found;
}

function read<List>(file: string, schema: z.ZodType<List>): List {
  return checked(file, schema, JSON.parse(readFileSync(join(FOLDER, file), "utf8")));
}
