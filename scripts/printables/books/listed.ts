import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { marked, type Page } from "../engine/page.ts";
import { at } from "../engine/random.ts";
import { THEMES } from "../lists.ts";
import { type Activity, activity, makePages } from "../pages/kinds.ts";
import * as is from "../schemas.ts";

/** A section of a book. Without a title, each page has its own outline entry. */
const section = z.strictObject({
  title: is.text.optional(),
  seed: is.text,
  /** Month that supplies the default options of the pages. */
  month: z.int().optional(),
  pictures: is.drawings.optional(),
  /** Further picture lists, which pages refer to by name. */
  lists: z.record(is.text, is.drawings).default({}),
  pages: z.array(activity),
});

/** Makes the pages of the book listed in `{key}.json`. */
export function listedPages(key: string): Page[] {
  const file = join(import.meta.dirname, `${key}.json`);
  const listed: unknown = JSON.parse(readFileSync(file, "utf8"));
  const sections = is.checked(file, z.array(section), listed);
  return sections.flatMap(({ title, seed, month, pictures, lists, pages }) => {
    const theme = month ? at(THEMES, month - 1) : {};
    const shared = { ...theme, seed, ...(pictures ? { pictures } : {}) };
    const made = makePages(
      pages.map((page) => withList(page, lists)),
      shared,
    );
    return title ? marked(title, made) : made;
  });
}

function withList(page: Activity, lists: Record<string, string[]>): Activity {
  if (typeof page === "string") return page;
  const pictures = lists[String(page[1]["pictures"])];
  return pictures ? [page[0], { ...page[1], pictures }] : page;
}
