import type { ImportPreview } from "../../contract/tables.ts";
import { decodeFile, foreignWords } from "./csv-encoding.ts";
import type { ImportFile } from "../../ports/reads.ts";
import { readSheet, type SheetRow } from "./read-csv.ts";

const MOST_SAMPLES = 3;
const LONGEST_SAMPLE = 40;

/** Previews a file, so that a person can map its columns. Throws like `readSheet`. */
export function previewFile({
  bytes,
  encoding: declared,
}: ImportFile): Omit<ImportPreview, "digest"> {
  const { text, encoding, isGuess } = decodeFile(bytes, declared);
  const { headers, rows } = readSheet(text);
  return {
    encoding,
    isGuess,
    foreignWords: isGuess ? foreignWords(text) : [],
    rows: rows.length,
    headers,
    samples: headers.map((_, at) => samplesOf(rows, at)),
  };
}

function samplesOf(rows: SheetRow[], column: number): string[] {
  return rows
    .slice(0, MOST_SAMPLES)
    .map(({ cells }) => cells[column] ?? "")
    .filter((cell) => cell !== "")
    .map((cell) => (cell.length > LONGEST_SAMPLE ? `${cell.slice(0, LONGEST_SAMPLE)}…` : cell));
}
