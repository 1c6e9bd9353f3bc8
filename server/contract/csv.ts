import { type Kind, readPlainCell } from "./list-query.ts";
import type { Value } from "./tables.ts";

// Prevents CSV injection: spreadsheets execute text that starts like a formula, and may split cells
// at `;`, tabs or line breaks. The export inserts an apostrophe before formula signs in these
// places; the import removes exactly these apostrophes.

const MARK = "'";
const FORMULA = /^\s*[=+\-@\t\r\n\uFF0B\uFF0D\uFF1D\uFF20]/;
const PLAIN_NUMBER = /^ *[+-]?(?:\d+\.?\d*|\.\d+) *$/;
/** Matches where another program may start a formula cell. Spreadsheets skip blanks and quotes. */
const INNER = String.raw`(?='*(?:(?:[^\S\t\r\n]|")*[=+\-@\uFF0B\uFF0D\uFF1D\uFF20]|\t|\r(?!\n)))`;
const INNER_START = new RegExp(String.raw`[;\t\r\n]${INNER}`, "g");
const INNER_MARK = new RegExp(String.raw`([;\t\r\n])${MARK}${INNER}`, "g");
const QUOTE = 0x22;
const LINE_FEED = 0x0a;
const QUOTED = /[",\r\n]|^\s|\s$/;

/** Required by Excel, which otherwise reads a file as Windows-1252. */
export const BYTE_ORDER_MARK = "\uFEFF";

export function csvLine(cells: readonly string[]): string {
  return `${cells.join(",")}\r\n`;
}

/** Returns a function that counts the lines of all chunks, ignoring line breaks inside quotes. */
export function lineCounter(): (chunk: Uint8Array) => number {
  let count = 0;
  let isQuoted = false;
  return (chunk) => {
    for (const byte of chunk) {
      if (byte === QUOTE) isQuoted = !isQuoted;
      else if (byte === LINE_FEED && !isQuoted) count++;
    }
    return count;
  };
}

export function writeCell(kind: Kind, value: Value | undefined): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (kind === "time") return String(value);
  return quoted(Array.isArray(value) ? marked(listText(value), "") : marked(value));
}

/** Parses a cell. An invalid number, boolean or time remains text, which validation rejects. */
export function readCell(kind: Kind, cell: string): Value {
  if (kind === "list") return readList(unmarked(cell));
  if (cell === "") return null;
  if (kind === "text") return unmarked(cell);
  return readPlainCell(kind, cell);
}

function quoted(text: string): string {
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function marked(text: string, empty = MARK): string {
  if (text === "") return empty;
  const inner = text.replace(INNER_START, `$&${MARK}`);
  return isMarked(text) ? MARK + inner : inner;
}

function unmarked(cell: string): string {
  const text = cell.replace(INNER_MARK, "$1");
  const rest = text.slice(MARK.length);
  return text.startsWith(MARK) && isMarked(rest) ? rest : text;
}

function isMarked(text: string): boolean {
  const bare = text.replace(/^'+/, "");
  return bare === "" || (FORMULA.test(bare) && !PLAIN_NUMBER.test(bare));
}

/** Joins items by line breaks, or as JSON if that would be ambiguous. */
function listText(items: readonly string[]): string {
  const lines = items.join("\n");
  const read = readList(lines);
  const isSame = read.length === items.length && read.every((item, at) => item === items[at]);
  return isSame ? lines : JSON.stringify(items);
}

function readList(text: string): string[] {
  if (text === "") return [];
  return findJsonList(text) ?? text.split(/\r?\n/);
}

function findJsonList(text: string): string[] | undefined {
  if (!text.startsWith('["')) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    const isList = Array.isArray(value) && value.every((item) => typeof item === "string");
    return isList ? value : undefined;
  } catch {
    return undefined;
  }
}
