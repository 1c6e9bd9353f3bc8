import { tableRefusals as texts } from "../../contract/admin-messages.ts";
import {
  MOST_IMPORT_COLUMNS,
  MOST_IMPORT_HEADER_LENGTH,
  MOST_IMPORT_ROWS,
} from "../../contract/tables.ts";
import { AppError } from "../../errors.ts";

/**
 * A row of a file; the header row is line 1, as in a spreadsheet. `fault` says why it is
 * unreadable.
 */
export type SheetRow = { line: number; cells: string[]; fault?: string };

/** A parsed CSV file. Rows have at most as many cells as the header; blank rows are left out. */
export type Sheet = { headers: string[]; rows: SheetRow[] };

const SEPARATORS = [",", ";", "\t"];
const NAMED_SEPARATOR = /^sep=([^"\r\n])(?:\r\n|\r|\n|$)/i;

/**
 * Parses CSV as spreadsheets write it: separated by commas, semicolons, tabs or the character of a
 * first line `sep=`; any line endings, also mixed. Throws AppError `invalid` without a readable
 * header row, and for too many columns or rows.
 */
export function readSheet(text: string): Sheet {
  // Excel may name the separator in a line before the header row.
  const [named = "", ownSeparator] = NAMED_SEPARATOR.exec(text) ?? [];
  const separator = ownSeparator ?? separatorOf(text);
  const first = readRecord(text, named.length, { separator, most: MOST_IMPORT_COLUMNS });
  const headers = headersOf(first);
  const rows: SheetRow[] = [];
  let line = 1;
  for (let at = first.next; at < text.length;) {
    const { cells, count, isBlank, fault, next } = readRecord(text, at, {
      separator,
      most: headers.length,
    });
    at = next;
    line++;
    if (isBlank) continue;
    const problem = fault ?? (count > headers.length ? texts.csvCells : undefined);
    rows.push({ line, cells, ...(problem !== undefined && { fault: problem }) });
    if (rows.length > MOST_IMPORT_ROWS) {
      throw new AppError("invalid", texts.csvTooLong(MOST_IMPORT_ROWS));
    }
  }
  return { headers, rows };
}

function headersOf({ cells, count, isBlank, fault }: CsvRecord): string[] {
  if (isBlank) throw new AppError("invalid", texts.csvEmpty);
  if (cells.some((cell) => cell.includes("\0"))) throw new AppError("invalid", texts.csvBinary);
  if (count > MOST_IMPORT_COLUMNS) {
    throw new AppError("invalid", texts.csvTooWide(MOST_IMPORT_COLUMNS));
  }
  if (fault !== undefined) throw new AppError("invalid", texts.csvHeader(fault));
  const headers = cells.map((cell) => cell.trim());
  if (headers.some(({ length }) => length > MOST_IMPORT_HEADER_LENGTH)) {
    throw new AppError("invalid", texts.csvLongHeader(MOST_IMPORT_HEADER_LENGTH));
  }
  return headers;
}

/** The separator that splits the header row into the most cells. */
function separatorOf(text: string): string {
  const counted = SEPARATORS.map((separator) => ({
    separator,
    count: readRecord(text, 0, { separator, most: 0 }).count,
  }));
  return counted.toSorted((one, other) => other.count - one.count)[0]?.separator ?? ",";
}

type CsvRecord = {
  /** The first cells of the record, up to `most`. */
  cells: string[];
  count: number;
  isBlank: boolean;
  fault: string | undefined;
  /** Offset of the next record. */
  next: number;
};

/** Parses the record at `at` in linear time; keeps at most `most` cells. */
function readRecord(
  text: string,
  at: number,
  { separator, most }: { separator: string; most: number },
): CsvRecord {
  const record: CsvRecord = { cells: [], count: 0, isBlank: true, fault: undefined, next: at };
  for (;;) {
    const { value, fault, end } = readCellAt(text, record.next, separator);
    record.count++;
    if (record.cells.length < most) record.cells.push(value);
    record.isBlank &&= value.trim() === "" && fault === undefined;
    record.fault ??= fault;
    if (text[end] !== separator) {
      record.next = text.startsWith("\r\n", end) ? end + 2 : end + 1;
      return record;
    }
    record.next = end + 1;
  }
}

type ReadCell = { value: string; fault?: string; end: number };

function readCellAt(text: string, at: number, separator: string): ReadCell {
  if (text[at] !== '"') {
    const end = endOfCell(text, at, separator);
    return { value: text.slice(at, end), end };
  }
  const close = closingQuote(text, at + 1);
  if (close === -1) return { value: text.slice(at + 1), fault: texts.csvQuotes, end: text.length };
  const value = text.slice(at + 1, close).replaceAll('""', '"');
  const end = endOfCell(text, close + 1, separator);
  const isClean = /^ *$/.test(text.slice(close + 1, end));
  return { value, end, ...(!isClean && { fault: texts.csvBehindQuote }) };
}

/** Index of the closing quote of a cell; -1 when it is missing. */
function closingQuote(text: string, from: number): number {
  let at = text.indexOf('"', from);
  while (at !== -1 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  return at;
}

function endOfCell(text: string, from: number, separator: string): number {
  let at = from;
  while (at < text.length && text[at] !== separator && text[at] !== "\n" && text[at] !== "\r") at++;
  return at;
}
