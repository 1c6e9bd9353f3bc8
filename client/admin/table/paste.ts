import { findProblem } from "../../../server/contract/field-validation.ts";
import { kindOf, readPlainCell } from "../../../server/contract/list-query.ts";
import type { TableField, TableRow, TableSchema, Value } from "../../../server/contract/tables.ts";
import { readLocalTime } from "../../../server/contract/time.ts";
import { isSame, type Values } from "../offline/merge.ts";
import type { Range } from "./cells.ts";
import { fillRange, readTsv, writeTsv } from "./clipboard.ts";

/** A range of a grid; its columns are indexes of `names`. */
export type GridBlock = {
  schema: TableSchema;
  range: Range;
  names: readonly string[];
  rowAt: (index: number) => TableRow | undefined;
};

/** A pasted cell. `problem` says why its text is not valid for the field. */
export type PastedCell = {
  row: TableRow;
  name: string;
  text: string;
  value: Value;
  problem?: string;
};

/** Parsed paste: cells to change, and lines and columns that are left out. */
export type Pasted = {
  cells: PastedCell[];
  /** Numbers of the pasted lines without a row, from 1. */
  lostLines: number[];
  /** Number of pasted columns past the last column. */
  lostColumns: number;
  /** Titles of read-only columns, which are left unchanged. */
  readOnly: string[];
};

/** A range as tab-separated text, with stored values instead of formatted ones. */
export function copyCells({ range, names, rowAt }: GridBlock): string {
  const rows: string[][] = [];
  for (let index = range.top; index <= range.bottom; index++) {
    const row = rowAt(index);
    rows.push(names.slice(range.left, range.right + 1).map((name) => plainText(row?.[name])));
  }
  return writeTsv(rows);
}

/** Parses a paste into a range. */
export function readPaste(text: string, { schema, range, names, rowAt }: GridBlock): Pasted {
  const size = { rows: range.bottom - range.top + 1, columns: range.right - range.left + 1 };
  const lines = fillRange(readTsv(text), size);
  const width = Math.max(0, ...lines.map((texts) => texts.length));
  const targets = names.slice(range.left, range.left + width);
  const columns = targets.flatMap((name, at) => {
    const field = schema.properties[name];
    return field ? [{ name, field, at }] : [];
  });
  const editable = columns.filter(({ field }) => isEditable(schema, field));
  const rows = lines.map((texts, down) => ({ texts, row: rowAt(range.top + down) }));
  const cells = rows.flatMap(({ texts, row }) => {
    if (!row) return [];
    return editable.flatMap(({ name, at }) => readCell(schema, { row, name }, texts[at]) ?? []);
  });
  return {
    cells,
    lostLines: rows.flatMap(({ row }, down) => (row ? [] : [down + 1])),
    lostColumns: width - targets.length,
    readOnly: columns
      .filter((column) => !editable.includes(column))
      .map(({ field }) => field.title),
  };
}

/** Returns undefined without a text, and when the row already has the value. */
function readCell(
  schema: TableSchema,
  { row, name }: Pick<PastedCell, "row" | "name">,
  text: string | undefined,
): PastedCell | undefined {
  const field = schema.properties[name];
  if (text === undefined || !field) return undefined;
  const parsed = parseCell(field, text);
  const problem = findProblem<string>(schema, name, parsed);
  const value = problem ? parsed : toUtc(field, parsed);
  if (isSame(value, row[name])) return undefined;
  return { row, name, text, value, ...(problem && { problem }) };
}

/** Whether a field of an existing row can be changed. */
export function isEditable({ readOnly }: TableSchema, field: TableField): boolean {
  return !readOnly && !field.readOnly && !field.createOnly;
}

/** The valid cells of a paste, grouped by row. */
export function changesByRow(cells: readonly PastedCell[]): { row: TableRow; values: Values }[] {
  const byRow = Map.groupBy(
    cells.filter(({ problem }) => !problem),
    ({ row }) => row,
  );
  return [...byRow].map(([row, changed]) => ({
    row,
    values: Object.fromEntries(changed.map(({ name, value }) => [name, value])),
  }));
}

/** Formats ascending whole numbers as a list with ranges: "2", "4–6, 9". */
export function numbersText(numbers: readonly number[]): string {
  const runs: { from: number; to: number }[] = [];
  for (const number of numbers) {
    const last = runs.at(-1);
    if (last && number === last.to + 1) last.to = number;
    else runs.push({ from: number, to: number });
  }
  return runs.map(({ from, to }) => (from === to ? String(from) : `${from}–${to}`)).join(", ");
}

function plainText(value: Value | undefined): string {
  if (value === null || value === undefined) return "";
  return Array.isArray(value) ? value.join("\n") : String(value);
}

/** Parses a cell like an import. Invalid text stays a text, so that validation rejects it. */
function parseCell(field: TableField, cell: string): Value {
  if (field.type === "array")
    return cell
      .trim()
      .split("\n")
      .filter((line) => line.trim() !== "");
  if (cell.trim() === "") return null;
  const kind = kindOf(field);
  return kind === "text" ? cell : readPlainCell(kind, cell);
}

/** Reads times without a zone in the local time zone, as forms and filters do. */
function toUtc(field: TableField, value: Value): Value {
  const isTime = kindOf(field) === "time" && typeof value === "string";
  return isTime ? readLocalTime(value.trim()).toISOString() : value;
}
