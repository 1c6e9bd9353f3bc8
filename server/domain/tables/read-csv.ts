import { tableRefusals as texts } from "./refusals.ts";
import {
  IMPORT_ENCODINGS,
  type ImportEncoding,
  MOST_IMPORT_COLUMNS,
  MOST_IMPORT_HEADER_LENGTH,
  MOST_IMPORT_ROWS,
} from "../../contract/tables.ts";
import { AppError } from "../../errors.ts";

/** `isGuess` is true when the encoding is uncertain and the user must confirm it. */
type DecodedFile = { text: string; encoding: ImportEncoding; isGuess: boolean };

const BYTE_ORDER_MARKS = [
  { encoding: "utf-8", mark: [0xef, 0xbb, 0xbf] },
  { encoding: "utf-16le", mark: [0xff, 0xfe] },
  { encoding: "utf-16be", mark: [0xfe, 0xff] },
] as const;

/**
 * Decodes by the byte order mark, else as declared, else as UTF-8, else as Excel's Windows-1252.
 */
export function decodeFile(bytes: Uint8Array, declared?: ImportEncoding): DecodedFile {
  const marked = BYTE_ORDER_MARKS.find(({ mark }) => mark.every((byte, at) => bytes[at] === byte));
  const encoding = marked?.encoding ?? declared ?? "utf-8";
  const text = findText(bytes, encoding);
  if (text !== undefined) return { text, encoding, isGuess: false };
  if (marked || declared)
    throw new AppError("invalid", texts.csvEncoding(IMPORT_ENCODINGS[encoding]));
  return {
    text: new TextDecoder("windows-1252").decode(bytes),
    encoding: "windows-1252",
    isGuess: true,
  };
}

/**
 * Resolves a charset label of the Encoding Standard (`latin1` is Windows-1252); undefined when
 * unsupported.
 */
export function findEncoding(charset: string): ImportEncoding | undefined {
  try {
    const { encoding } = new TextDecoder(charset);
    return isImportEncoding(encoding) ? encoding : undefined;
  } catch {
    return undefined;
  }
}

function isImportEncoding(name: string): name is ImportEncoding {
  return Object.hasOwn(IMPORT_ENCODINGS, name);
}

function findText(bytes: Uint8Array, encoding: ImportEncoding): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

const MOST_WORDS = 8;
const FOREIGN_WORD = /[\p{L}\p{N}]{0,15}[^\s\0-\x7F][\p{L}\p{N}]{0,15}/gu;

/** Up to eight words with non-ASCII characters, which reveal a wrong encoding. */
export function foreignWords(text: string): string[] {
  const words = new Set<string>();
  for (const [word] of text.matchAll(FOREIGN_WORD)) {
    words.add(word);
    if (words.size === MOST_WORDS) break;
  }
  return [...words];
}

/** A CSV record. The header is line 1; `fault` is the reason why a record is invalid. */
export type SheetRow = { line: number; cells: string[]; fault?: string };

/** Parsed CSV file. Rows have at most as many cells as the header; blank rows are omitted. */
export type Sheet = { headers: string[]; rows: SheetRow[] };

const SEPARATORS = [",", ";", "\t"];
const NAMED_SEPARATOR = /^sep=([^"\r\n])(?:\r\n|\r|\n|$)/i;

/** Parses CSV with commas, semicolons, tabs or a first line's `sep=`, and with any line endings. */
export function readSheet(text: string): Sheet {
  const { headers, rows } = openSheet(text, MOST_IMPORT_ROWS);
  return { headers, rows: [...rows] };
}

/** Like `readSheet`, but parses a row when it is read. Throws at the first row beyond `mostRows`. */
export function openSheet(
  text: string,
  mostRows: number,
): { headers: string[]; rows: Generator<SheetRow, undefined> } {
  const [named = "", ownSeparator] = NAMED_SEPARATOR.exec(text) ?? [];
  const separator = ownSeparator ?? separatorOf(text);
  const first = readRecord(text, named.length, { separator, most: MOST_IMPORT_COLUMNS });
  const headers = headersOf(first);
  const rows = readRows(text, first.next, { separator, most: headers.length, mostRows });
  return { headers, rows };
}

type RowLimits = { separator: string; most: number; mostRows: number };

function* readRows(
  text: string,
  start: number,
  { separator, most, mostRows }: RowLimits,
): Generator<SheetRow, undefined> {
  let line = 1;
  let count = 0;
  for (let at = start; at < text.length;) {
    const { cells, count: width, isBlank, fault, next } = readRecord(text, at, { separator, most });
    at = next;
    line++;
    if (isBlank) continue;
    if (++count > mostRows) throw new AppError("invalid", texts.csvTooLong(mostRows));
    const problem = fault ?? (width > most ? texts.csvCells : undefined);
    yield { line, cells, ...(problem !== undefined && { fault: problem }) };
  }
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

function separatorOf(text: string): string {
  const counted = SEPARATORS.map((separator) => ({
    separator,
    count: readRecord(text, 0, { separator, most: 0 }).count,
  }));
  return counted.toSorted((one, other) => other.count - one.count)[0]?.separator ?? ",";
}

type CsvRecord = {
  cells: string[];
  count: number;
  isBlank: boolean;
  fault: string | undefined;
  next: number;
};

/** Reads one record, with at most `most` cells, in linear time. */
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
