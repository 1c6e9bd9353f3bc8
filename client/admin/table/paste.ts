import { type FormDefinition, findProblem } from "../../../server/contract/field-validation.ts";
import type { TableField, TableRow, TableSchema, Value } from "../../../server/contract/tables.ts";
import { kindOf, readPlainCell } from "../../../server/contract/list-query.ts";
import { readLocalTime } from "../../../server/contract/time.ts";
import { fillRange, readTsv, writeTsv } from "./clipboard.ts";
import type { Values } from "../offline/merge.ts";
import { isSame } from "../offline/merge.ts";
import type { Range } from "./cells.ts";

type Block = {
  schema: TableSchema;
  range: Range;
  /** The columns that are shown, in their order. */
  names: string[];
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
  fixed: string[];
};

/** The cells of a range as a spreadsheet takes them: values as they are stored, not as they are shown. */
export function copyCells({ range, names, rowAt }: Block): string {
  const rows: string[][] = [];
  for (let index = range.top; index <= range.bottom; index++) {
    const row = rowAt(index);
    rows.push(names.slice(range.left, range.right + 1).map((name) => plainText(row?.[name])));
  }
  return writeTsv(rows);
}

/** Parses a paste into a range. */
export function readPaste(text: string, { schema, range, names, rowAt }: Block): Pasted {
  const size = { rows: range.bottom - range.top + 1, columns: range.right - range.left + 1 };
  const lines = fillRange(readTsv(text), size);
  const width = Math.max(0, ...lines.map((texts) => texts.length));
  const meant = names.slice(range.left, range.left + width);
  const columns = meant.flatMap((name, across) => {
    const field = schema.properties[name];
    return field ? [{ name, field, across }] : [];
  });
  const editable = columns.filter(({ field }) => isEditable(schema, field));
  const rows = lines.map((texts, down) => ({ texts, row: rowAt(range.top + down) }));
  const cells = rows.flatMap(({ texts, row }) =>
    row ? editable.flatMap((column) => readPasted(schema, row, { ...column, texts }) ?? []) : [],
  );
  return {
    cells,
    lostLines: rows.flatMap(({ row }, down) => (row ? [] : [down + 1])),
    lostColumns: width - meant.length,
    fixed: columns.filter((column) => !editable.includes(column)).map(({ field }) => field.title),
  };
}

type PastedPlace = {
  name: string;
  field: TableField;
  across: number;
  texts: readonly (string | undefined)[];
};

/**
 * Parses a pasted cell. Returns undefined without pasted text, or when the row already has the
 * value.
 */
function readPasted(
  schema: TableSchema,
  row: TableRow,
  { name, field, across, texts }: PastedPlace,
): PastedCell | undefined {
  const form: FormDefinition = schema;
  const text = texts[across];
  if (text === undefined) return undefined;
  const read = valueOf(field, text);
  const problem = findProblem(form, name, read);
  const value = problem ? read : inZone(field, read);
  if (isSame(value, row[name])) return undefined;
  return { row, name, text, value, ...(problem && { problem }) };
}

/** Whether a field of an existing row may be changed. */
export function isEditable({ readOnly }: TableSchema, field: TableField): boolean {
  return !readOnly && !field.readOnly && !field.createOnly;
}

/** The changes of a paste, one write for each row. */
export function changesByRow(cells: readonly PastedCell[]): { row: TableRow; values: Values }[] {
  const byRow = new Map<number, { row: TableRow; values: Values }>();
  for (const { row, name, value, problem } of cells) {
    if (problem) continue;
    const known = byRow.get(row.id) ?? { row, values: {} };
    byRow.set(row.id, { row, values: { ...known.values, [name]: value } });
  }
  return [...byRow.values()];
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
function valueOf(field: TableField, cell: string): Value {
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
function inZone(field: TableField, value: Value): Value {
  const isTime = kindOf(field) === "time" && typeof value === "string";
  return isTime ? readLocalTime(value.trim()).toISOString() : value;
}
