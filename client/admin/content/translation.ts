import { BYTE_ORDER_MARK, csvLine, writeCell } from "../../../server/contract/csv.ts";
import { placeholdersOf } from "../../../server/contract/placeholders.ts";
import { contentWords as words } from "../../content/admin-content.ts";
import { type CatalogueText, listTexts } from "../../content/text-catalogue.ts";

/** Columns of the file. The import reads `name` and `text`. */
const COLUMNS = ["name", "place", "group", "default", "text", "limit", "placeholders"];

/** Returns the texts among `all` as CSV for a translator; `ownOf` returns a replaced one. */
export function translationFile(
  all: readonly CatalogueText[],
  ownOf: (name: string) => string | undefined,
): string {
  const texts = all.filter(({ picture }) => picture === undefined);
  const lines = texts.map(({ name, place, group: title, placeholder, ...text }) => {
    const group = placeholder ? words.inventedGroup(title) : title;
    const filled = placeholdersOf(text.default).map((value) => `{${value}}`);
    return [name, place, group, text.default, ownOf(name), text.limit, filled.join(" ") || null];
  });
  const cells = [COLUMNS, ...lines].map((line) => line.map((cell) => writeCell("text", cell)));
  return BYTE_ORDER_MARK + cells.map(csvLine).join("");
}

/**
 * Says how many texts of each place are replaced, by its title. Empty for a shop in English without
 * replaced texts; `language` is a BCP 47 tag.
 */
export function sharesOf(isReplaced: (name: string) => boolean, language: string) {
  const isEnglish = /^en(?:-|$)/i.test(language);
  const text = isEnglish ? words.replaced : words.translated;
  const places = Map.groupBy(listTexts(), ({ place }) => place);
  const counts = Array.from(places, ([place, texts]) => {
    const replaced = texts.filter(({ name }) => isReplaced(name));
    return { place, replaced: replaced.length, total: texts.length };
  });
  const isShown = !isEnglish || counts.some(({ replaced }) => replaced > 0);
  return new Map(
    isShown ? counts.map(({ place, replaced, total }) => [place, text(replaced, total)]) : [],
  );
}
