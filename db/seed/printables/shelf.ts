import type { BookKey } from "./volume-keys.ts";

/** How a product is shown: the book whose cover art it wears, and pages by book and kind. */
export type Product = {
  slug: string;
  name: string;
  line: string;
  volume: BookKey;
  /** Pages that look out from under its cover. */
  around: readonly (readonly [BookKey, string])[];
  previews: readonly (readonly [BookKey, string])[];
};

/** What the shop's pictures show of each product. */
export const SHELF: readonly Product[] = [
  {
    slug: "premium-pack",
    name: "Premium Pack",
    line: "36 weeks, puzzles, mazes and more",
    volume: "month-1",
    around: [
      ["mazes", "round maze"],
      ["anatomy", "labelled picture"],
      ["month-7", "color by number"],
      ["month-3", "count and circle"],
    ],
    previews: [
      ["month-1", "letter tracing"],
      ["month-3", "count and circle"],
      ["mazes", "shaped maze"],
      ["month-7", "color by number"],
      ["month-4", "weekly plan"],
      ["anatomy", "labelled picture"],
      ["month-8", "I spy"],
      ["montessori", "three-part cards"],
    ],
  },
  {
    slug: "advanced-pack",
    name: "Advanced Pack",
    line: "36 weeks, ready for Monday",
    volume: "month-2",
    around: [
      ["month-2", "cut and paste sequence"],
      ["puzzles", "match shadows"],
      ["month-8", "line tracing"],
      ["month-1", "number tracing"],
    ],
    previews: [
      ["month-2", "letter tracing"],
      ["month-6", "weather chart"],
      ["puzzles", "match shadows"],
      ["month-5", "life skill chart"],
      ["month-9", "maze"],
      ["montessori", "clip cards"],
      ["month-4", "symmetry"],
    ],
  },
  {
    slug: "dinosaur-busy-book",
    name: "Dinosaur Busy Book",
    line: "Trace, count, match and cut",
    volume: "dinosaurs",
    around: [
      ["dinosaurs", "shaped maze"],
      ["dinosaurs", "count and circle"],
    ],
    previews: [
      ["dinosaurs", "coloring page"],
      ["dinosaurs", "count and circle"],
      ["dinosaurs", "dot to dot"],
      ["dinosaurs", "three-part cards"],
      ["dinosaurs", "shaped maze"],
    ],
  },
  {
    slug: "color-workbook",
    name: "Color Workbook",
    line: "Eleven colors and their things",
    volume: "colors",
    around: [
      ["colors", "color by number"],
      ["colors", "color word"],
    ],
    previews: [
      ["colors", "color word"],
      ["colors", "color by number"],
      ["colors", "find and color"],
      ["colors", "cut and paste sorting"],
    ],
  },
  {
    slug: "color-workbook-for-kids",
    name: "Color Workbook for Kids",
    line: "My first colors",
    volume: "colors-kids",
    around: [
      ["colors-kids", "first coloring"],
      ["colors-kids", "find and color"],
    ],
    previews: [
      ["colors-kids", "first coloring"],
      ["colors-kids", "coloring page"],
      ["colors-kids", "color by number"],
      ["colors-kids", "maze"],
    ],
  },
  {
    slug: "printables-club",
    name: "Printables Club",
    line: "A new issue every month",
    volume: "club",
    around: [
      ["club", "I spy"],
      ["club", "symmetry"],
    ],
    previews: [
      ["club", "coloring page"],
      ["club", "line tracing"],
      ["club", "I spy"],
      ["club", "symmetry"],
    ],
  },
];
