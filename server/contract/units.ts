import { formatCount } from "./format.ts";
import { defineWords, fill } from "./words.ts";

/** Texts for counts and billing periods on pages and in mails. */
export const unitWords = defineWords("units", {
  page: "{count} page",
  pages: "{count} pages",
  file: "{count} file",
  files: "{count} files",
  printable: "{count} printable",
  printables: "{count} printables",
  month: "month",
  year: "year",
});

const PLURALS = { page: "pages", file: "files", printable: "printables" } as const;

/** Formats a count with its noun in the owner's words: "1 page", "1,402 pages". */
export function countText(count: number, unit: keyof typeof PLURALS): string {
  return fill(unitWords[count === 1 ? unit : PLURALS[unit]], { count: formatCount(count) });
}
