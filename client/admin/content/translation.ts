import { BYTE_ORDER_MARK, csvLine, writeCell } from "../../../server/contract/csv.ts";
import { placeholdersOf } from "../../../server/contract/placeholders.ts";
import { listTexts } from "../../content/text-catalogue.ts";

/** Columns of the file. The import reads `name` and `text`. */
const COLUMNS = ["name", "place", "group", "default", "text", "limit", "placeholders"];

/** Returns all texts of the shop as CSV for a translator; `ownOf` returns a replaced one. */
export function translationFile(ownOf: (name: string) => string | undefined): string {
  const lines = listTexts().map(({ name, place, group, default: text, limit }) => {
    const placeholders = placeholdersOf(text).map((placeholder) => `{${placeholder}}`);
    return [name, place, group, text, ownOf(name), limit, placeholders.join(" ") || undefined];
  });
  const cells = [COLUMNS, ...lines].map((line) => line.map((cell) => writeCell("text", cell)));
  return BYTE_ORDER_MARK + cells.map(csvLine).join("");
}
