import type { Kind } from "../../contract/list-query.ts";
import type { Value } from "../../contract/tables.ts";

// Cells of our CSV files. A spreadsheet runs a text that begins like a formula, so such a text gets a
// mark before it, which an import takes off again (decision: csv-cells).

const MARK = "'";
/** What spreadsheets take for the begin of a formula, also in full width. */
const FORMULA = /^\s*[=+\-@\t\r\n\uFF0B\uFF0D\uFF1D\uFF20]/;
const PLAIN_NUMBER = /^ *[+-]?(?:\d+\.?\d*|\.\d+) *$/;
const QUOTED = /[",\r\n]|^\s|\s$/;

/** Lines of a file, each with its end. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.join(",")}\r\n`;
}

/** A value of the wire as a cell, quoted where it must be. An empty cell is null. */
export function writeCell(kind: Kind, value: Value | undefined): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (kind === "time") return String(value);
  return quoted(Array.isArray(value) ? marked(listText(value), "") : marked(value));
}

/**
 * What a cell holds, its quotes already taken off: what `writeCell` wrote, or what a person did. A
 * number, boolean or time that is none stays a text, for the field's check to refuse.
 */
export function readCell(kind: Kind, cell: string): Value {
  if (kind === "list") return readList(cell.startsWith(MARK) ? unmarked(cell) : cell);
  if (cell === "") return null;
  if (kind === "text") return unmarked(cell);
  const text = cell.trim();
  if (kind === "integer") return /^[+-]?\d{1,15}$/.test(text) ? Number(text) : text;
  const word = text.toLowerCase();
  return kind === "boolean" && (word === "true" || word === "false") ? word === "true" : text;
}

function quoted(text: string): string {
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A text that could be taken for another thing gets the mark: a formula, null, or a marked text. */
function marked(text: string, empty = MARK): string {
  if (text === "") return empty;
  return isMarked(text) ? MARK + text : text;
}

function unmarked(cell: string): string {
  const rest = cell.slice(MARK.length);
  return cell.startsWith(MARK) && isMarked(rest) ? rest : cell;
}

/** Whether a text never stands in a cell without a mark before it. */
function isMarked(text: string): boolean {
  const bare = text.replace(/^'+/, "");
  return bare === "" || (FORMULA.test(bare) && !PLAIN_NUMBER.test(bare));
}

/** A list is its items, one a line; as JSON where that would read otherwise. */
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
