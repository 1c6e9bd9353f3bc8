import Papa from "papaparse";
import { isBlank, type Sheet } from "./mapping.ts";

/** What a file holds, or why it can't be imported. */
export type ReadSheet = { sheet: Sheet } | { problem: "unreadable" | "empty" };

/** Reads CSV as spreadsheets write it: commas, semicolons or tabs, with a byte order mark or without. */
export function readSheet(text: string): ReadSheet {
  const whole = text.replace(/^\uFEFF/, "");
  // Excel may name the separator in a line of its own.
  const [own = "", named] = /^sep=(.)\r?\n/i.exec(whole) ?? [];
  const body = whole.slice(own.length).replace(/\r?\n$/, "");
  const { data, errors } = Papa.parse<string[]>(body, { delimiter: named ?? separatorOf(body) });
  if (errors.some(({ type }) => type === "Quotes")) return { problem: "unreadable" };
  const [headers, ...lines] = data;
  if (!headers || lines.every(isBlank)) return { problem: "empty" };
  return { sheet: { headers: headers.map((header) => header.trim()), lines } };
}

const LONGEST_HEAD = 20_000;

/** What stands most often between the names of the first line. */
function separatorOf(text: string): string {
  const [head = ""] = text
    .slice(0, LONGEST_HEAD)
    .replace(/"[^"]*"/g, "")
    .split("\n");
  const counted = [",", ";", "\t"].map((separator) => ({
    separator,
    count: head.split(separator).length,
  }));
  return counted.toSorted((one, other) => other.count - one.count)[0]?.separator ?? ",";
}
