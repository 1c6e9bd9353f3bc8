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

/** What a month of the curriculum is about; its pages are made from these lists and its seed. */
const theme = z.strictObject({
  weeks: four(text),
  books: four(text),
  cover,
  ground,
  pictures: drawings.min(12),
  /** One capital letter and one number a week. */
  letters: four(z.string().regex(/^[A-Z]$/)),
  numbers: four(z.int()),
  /** How far the month counts. */
  max: z.int(),
  words: z.array(word),
  pairs: z.array(pair),
  pairsTitle: text,
  story,
  sorting,
  routine,
  /** Ids of a dot-to-dot picture for each half of the month, and of a color-by-number picture. */
  dots: z.tuple([text, text]),
  byNumber: text,
  /** Symmetrical drawings, of which a child draws the other half. */
  halves: z.array(named),
  colour,
  coloured: z.array(named),
  play: z.array(text),
});

/** A picture whose parts are named; points are in points of the page. */
const labelled = z.strictObject({
  title: text,
  hint: text,
  picture: drawing,
  labels: z.array(z.strictObject({ word: text, to: point, at: point })),
});

/** A page's heading: its title and a hint to the adult, with {gaps} for what the page is about. */
const heading = z.strictObject({
  title: text,
  hint: text.optional(),
  /** What tells this kind's random choices from those of another kind. */
  seed: text.optional(),
  /** The title is not printed above the page. */
  bare: z.boolean().optional(),
  /** It needs scissors and glue. */
  cut: z.boolean().optional(),
});

const facts = z.array(z.tuple([drawing, text, text]));
const pageOfKind = z.tuple([book, text]);

/** The headings of all kinds of pages. */
export const HEADINGS = read("headings.json", z.record(text, heading));

/** The nine months in school order. */
export const THEMES = readdirSync(join(FOLDER, "months"))
  .toSorted()
  .map((file) => read(`months/${file}`, theme));
export type Theme = z.infer<typeof theme>;

/** The kinds of a week's pages in the order of their subjects: those of all weeks, then in turn. */
export const WEEK = read(
  "week.json",
  z.strictObject({ always: z.array(text), turns: four(z.array(text)) }),
);

/** What stands on the covers of the books that are no month. */
const COVERS = read("covers.json", z.record(text, cover));

/** The body: pictures with names, and cards for what is inside it and outside. */
export const BODY = read(
  "body.json",
  z.strictObject({ labelled: z.record(text, labelled), inside: facts, outside: facts }),
);

/** Every colour with things that really have it. */
export const COLOURS = read(
  "colors.json",
  z.array(z.strictObject({ colour, thing: text, hero: drawing, others: drawings })),
);

/** A second thing for most colours, for the youngest, and a color-by-number picture that goes with it. */
export const FIRST_COLOURS = read(
  "first-colors.json",
  z.array(z.strictObject({ colour, thing: text, hero: drawing, byNumber: text })),
);

/** A word and the drawing that shows it, for every letter of the alphabet. */
export const ALPHABET = read("alphabet.json", z.record(text, word));

/** The everyday words for drawings whose name is another one. */
const WORDS = read("words.json", z.record(drawing, text));

/** Start and goal of the mazes, as drawings: "Help the bear find the honey". */
export const QUESTS = read("quests.json", z.array(pair));

/** Word cards by subject, three to a sheet. */
export const WORD_CARDS = read(
  "word-cards.json",
  z.array(z.strictObject({ title: text, pictures: drawings })),
);

/**
 * Letters and numbers as single strokes for tracing, in writing order. The top line is y = 0, the
 * middle line 50, the baseline 100, tails reach 140; x starts at 0.
 */
export const GLYPHS = read(
  "glyphs.json",
  z.record(text, z.strictObject({ width: z.number(), strokes: z.array(text) })),
);

/**
 * What the shop's pictures show of each product: the book whose cover it wears, pages that look out
 * from under it, and previews; pages are named by their book and kind.
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

/** Where a sheet lies in a picture: its centre, its width, and its turn in degrees. */
const lying = { x: z.number(), y: z.number(), width: z.number(), turn: z.number() };

/** A picture of one page, of one cover, or of sheets that lie on a table. */
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
    /** The sheet of drawings with words that stand over the picture. */
    words: text.optional(),
    sheets: z.array(
      z.union([
        z.strictObject({ page: pageOfKind, ...lying }),
        z.strictObject({ cover: book, ...lying }),
      ]),
    ),
  }),
]);

/** The shop's other pictures: what the landing page shows, and the picture that goes with a link. */
export const SCENES = read("pictures.json", z.array(scene));
export type Scene = z.infer<typeof scene>;

const NUMBERS = read("numbers.json", z.array(text));

/** The name of a number from 0 to 20. */
export function wordOf(number: number): string {
  return NUMBERS[number] ?? "";
}

/** The everyday word for a picture. */
export function wordFor(picture: string): string {
  return WORDS[picture] ?? picture;
}

/** What stands on the cover of a book; its title comes from the book. */
export function coverOf(key: BookKey): z.infer<typeof cover> {
  const found = isMonth(key) ? at(THEMES, monthOf(key) - 1).cover : COVERS[key];
  if (!found) throw new Error(`${key} has no cover.`);
  return found;
}

/** Reads a list and checks it. */
function read<List>(file: string, schema: z.ZodType<List>): List {
  return checked(file, schema, JSON.parse(readFileSync(join(FOLDER, file), "utf8")));
}
