import { MOST_ORDER_FILE_ROWS, type OrderFileAnswers } from "../../contract/order-import.ts";
import type { ImportEncoding } from "../../contract/tables.ts";
import { readCell } from "../../contract/csv.ts";
import { decodeFile, foreignWords, openSheet } from "../tables/read-csv.ts";

/** A row of an export. `cell` returns the trimmed text of a column, or "" if it is missing. */
export type ForeignRow = {
  line: number;
  fault: string | undefined;
  /** Names of the stored columns. */
  columns: readonly string[];
  cell: (name: string) => string;
};

export type ForeignSheet = {
  encoding: ImportEncoding;
  isGuess: boolean;
  foreignWords: string[];
  headers: string[];
  rows: ForeignRow[];
};

/**
 * Reads an exported file in any encoding and with any separator that the import of tables knows.
 * Stores only the columns that `columnsOf` names, because exports have up to a hundred.
 */
export function readForeignSheet(
  bytes: Uint8Array,
  { encoding: declared }: Pick<OrderFileAnswers, "encoding">,
  columnsOf: (headers: string[]) => readonly string[],
): ForeignSheet {
  const { text, encoding, isGuess } = decodeFile(bytes, declared);
  const { headers, rows } = openSheet(text, MOST_ORDER_FILE_ROWS);
  const columns = [...new Set(columnsOf(headers))].filter((name) => headers.includes(name));
  const places = columns.map((name) => headers.indexOf(name));
  const slots = new Map(columns.map((name, slot) => [name, slot]));
  return {
    encoding,
    isGuess,
    foreignWords: isGuess ? foreignWords(text) : [],
    headers,
    rows: Array.from(rows, ({ line, cells, fault }) => {
      const values = places.map((place) => textOf(cells[place] ?? ""));
      return { line, fault, columns, cell: (name) => values[slots.get(name) ?? -1] ?? "" };
    }),
  };
}

function textOf(cell: string): string {
  return String(readCell("text", cell) ?? "").trim();
}
