import Papa from "papaparse";
import type { Sheet } from "./mapping.ts";

/** What a file holds, or why it can't be imported. */
export type ReadSheet = { sheet: Sheet } | { problem: "unreadable" | "empty" };

/** Reads CSV as spreadsheets write it: commas, semicolons or tabs, with a byte order mark or without. */
export function readSheet(text: string): ReadSheet {
  // Windows' spreadsheets name the separator in a line of its own.
  const [, separator] = /^\uFEFF?sep=(.)\r?\n/i.exec(text) ?? [];
  const body = text.replace(/^\uFEFF/, "").replace(/^sep=.\r?\n/i, "");
  const { data, errors } = Papa.parse<string[]>(body, {
    skipEmptyLines: "greedy",
    ...(separator && { delimiter: separator }),
  });
  if (errors.some(({ type }) => type === "Quotes")) return { problem: "unreadable" };
  const [headers, ...lines] = data;
  if (!headers || lines.length === 0) return { problem: "empty" };
  return { sheet: { headers: headers.map((header) => header.trim()), lines } };
}
