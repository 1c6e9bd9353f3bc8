import { COVERS, THEMES } from "../lists.ts";
import type { Cover } from "../pages/cover.ts";
import { at } from "../engine/random.ts";
import { type BookKey, isMonth, monthOf } from "../volume-keys.ts";

/** What stands on the cover of a book; its title comes from the book. */
export function coverOf(book: BookKey): Omit<Cover, "title"> {
  const cover = isMonth(book) ? at(THEMES, monthOf(book) - 1).cover : COVERS[book];
  if (!cover) throw new Error(`${book} has no cover.`);
  return cover;
}
