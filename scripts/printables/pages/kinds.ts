import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { z } from "zod";
import { drawSheet } from "../drawings.ts";
import { definePage, type Page, type PageKind } from "../engine/page.ts";
import { GREY, type Op, text } from "../engine/scene.ts";
import { HEADINGS } from "../lists.ts";
import { ANATOMY_PAGES } from "./anatomy.ts";
import { CARD_PAGES } from "./cards.ts";
import { CHART_PAGES } from "./charts.ts";
import { COLOUR_BY_NUMBER_PAGES } from "./colour-by-number.ts";
import { COLOURING_PAGES } from "./colouring.ts";
import { COUNTING_PAGES } from "./counting.ts";
import { COVER_PAGES } from "./cover.ts";
import { CUT_PAGES } from "./cut-and-paste.ts";
import { DOT_PAGES } from "./dot-to-dot.ts";
import { MATCHING_PAGES } from "./matching.ts";
import { MAZE_PAGES } from "./mazes.ts";
import { PATTERN_PAGES } from "./patterns.ts";
import { SIZE_PAGES } from "./sizes.ts";
import { TRACING_PAGES } from "./tracing.ts";

export type Options = Record<string, unknown>;

/** A page in a book's list: its kind, optionally with options. */
export const activity = z.union([
  z.string(),
  z.tuple([z.string(), z.record(z.string(), z.unknown())]),
]);
export type Activity = z.infer<typeof activity>;

const KINDS: Record<string, PageKind> = {
  ...sheetPages(),
  ...ANATOMY_PAGES,
  ...CARD_PAGES,
  ...CHART_PAGES,
  ...COLOUR_BY_NUMBER_PAGES,
  ...COLOURING_PAGES,
  ...COUNTING_PAGES,
  ...COVER_PAGES,
  ...CUT_PAGES,
  ...DOT_PAGES,
  ...MATCHING_PAGES,
  ...MAZE_PAGES,
  ...PATTERN_PAGES,
  ...SIZE_PAGES,
  ...TRACING_PAGES,
};

/**
 * Makes pages. `shared` provides options that a page does not set. Its seed is combined with the
 * seed of each page, which defaults to the seed of the page's kind.
 */
export function makePages(pages: readonly Activity[], shared: Options): Page[] {
  return pages.map((page) =>
    typeof page === "string" ? makePage(page, {}, shared) : makePage(page[0], page[1], shared),
  );
}

/** Makes one page; throws when an option is missing or unknown to its kind. */
export function makePage(kind: string, own: Options, shared: Options = {}): Page {
  const [found, heading] = [KINDS[kind], HEADINGS[kind]];
  if (!found || !heading) throw new Error(`There are no pages of the kind ${kind}.`);
  const { title, hint = "", bare = false } = heading;
  const { seed = heading.seed ?? kind, ...named } = own;
  const given = { ...shared, ...named };
  const isGap = (name: string) => `${title}${hint}`.includes(`{${name}}`);
  // Ignore shared options that this kind does not use; unknown options of the page are errors.
  const options = Object.entries(given).filter(
    ([name]) => name in found.options || (name in named && !isGap(name)),
  );
  const drawn = found.draw(Object.fromEntries(options), `${shared["seed"]}/${seed}`);
  const { ops, words, ...puzzles } = drawn;
  const values = { ...given, ...words };
  const [head, advice] = [fill(title, values), fill(hint, values)];
  return { kind, title: head, ops: bare ? ops : [...headingOps(head, advice), ...ops], ...puzzles };
}

function headingOps(title: string, hint: string): Op[] {
  return [
    text(0, 26, title, { face: "display", size: 26 }),
    text(0, 46, hint, { size: 11.5, colour: GREY }),
  ];
}

function fill(line: string, values: Options): string {
  return line.replaceAll(/\{(\w+)\}/g, (gap, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`${gap} is missing in "${line}".`);
    return String(value);
  });
}

/** Returns the kinds whose page is an SVG file: "start-here.svg" is the kind "start here". */
function sheetPages(): Record<string, PageKind> {
  const files = readdirSync(join(import.meta.dirname, "../drawings/sheets"));
  return Object.fromEntries(
    files.map((file) => {
      const sheet = basename(file, ".svg");
      return [sheet.replaceAll("-", " "), definePage({}, () => drawSheet(`sheets/${sheet}`))];
    }),
  );
}
