import type { TableField, TableRow, TableSchema, Value } from "../../../server/contract/tables.ts";
import type { RowPart } from "../kinds/field-kind.ts";
import { copyText, questionOf, toWire, valueProblem } from "../kinds/kinds.ts";
import { isSame, type Values } from "../offline/merge.ts";
import type { Range } from "./grid-keys.ts";

/** Range of a grid; its column numbers are indexes into `names`. */
export type GridBlock = {
  schema: TableSchema;
  range: Range;
  names: readonly string[];
  rowAt: (index: number) => TableRow | undefined;
};

/** Pasted cell. `problem` is the validation error of its text. */
export type PastedCell = {
  row: TableRow;
  name: string;
  text: string;
  value: Value;
  problem?: string;
  /** Why the value may be a mistake. */
  question?: string;
};

/** Parsed paste: cells to change, and skipped lines and columns. */
export type Pasted = {
  cells: PastedCell[];
  /** 1-based numbers of pasted lines below the last row. */
  lostLines: number[];
  /** Number of pasted columns past the last column. */
  lostColumns: number;
  /** Titles of read-only columns, which are left unchanged. */
  readOnly: string[];
};

/** Serializes a range as tab-separated text, which pasting it reads again. */
export function copyCells({ schema, range, names, rowAt }: GridBlock): string {
  const columns = names.slice(range.left, range.right + 1);
  const rows = Array.from({ length: range.bottom - range.top + 1 }, (_, down) => {
    const row = rowAt(range.top + down);
    return columns.map((name) => {
      const field = schema.properties[name];
      return row && field ? copyText(field, row[name], row) : "";
    });
  });
  return writeTsv(rows);
}

/** Parses pasted text and maps it to a range. */
export function readPaste(text: string, { schema, range, names, rowAt }: GridBlock): Pasted {
  const size = { rows: range.bottom - range.top + 1, columns: range.right - range.left + 1 };
  const lines = fillRange(readTsv(text), size);
  const width = Math.max(0, ...lines.map((texts) => texts.length));
  const targets = names.slice(range.left, range.left + width);
  const columns = targets.flatMap((name, at) => {
    const field = schema.properties[name];
    return field ? [{ name, field, at, canEdit: isEditable(schema, field) }] : [];
  });
  const editable = columns.filter(({ canEdit }) => canEdit);
  const rows = lines.map((texts, down) => ({ texts, row: rowAt(range.top + down) }));
  const cells = rows.flatMap(({ texts, row }) => {
    if (!row) return [];
    const pasted = editable.flatMap(({ name, field, at }) =>
      texts[at] === undefined ? [] : [[name, toWire(field, texts[at], row)] as const],
    );
    const after = { ...row, ...Object.fromEntries(pasted) };
    return editable.flatMap((column) => readCell(schema, { row, after }, column, texts[column.at]));
  });
  return {
    cells,
    lostLines: rows.flatMap(({ row }, down) => (row ? [] : [down + 1])),
    lostColumns: width - targets.length,
    readOnly: columns.filter(({ canEdit }) => !canEdit).map(({ field }) => field.title),
  };
}

/** Row before a paste, and with the pasted values. */
type PastedRow = { row: TableRow; after: RowPart };

/** Parses one cell. Returns an empty array if there is no text or the row already has the value. */
function readCell(
  schema: TableSchema,
  { row, after }: PastedRow,
  { name, field }: { name: string; field: TableField },
  text: string | undefined,
): PastedCell[] {
  if (text === undefined) return [];
  const value = toWire(field, text, after);
  if (isSame(value, row[name])) return [];
  const problem = valueProblem(schema, name, { value, row: after });
  const question = questionOf(field, text, { row: after, before: row[name] });
  return [{ row, name, text, value, ...(problem && { problem }), ...(question && { question }) }];
}

/** Reports whether a field of an existing row can be changed. */
export function isEditable({ readOnly }: TableSchema, field: TableField): boolean {
  return !readOnly && !field.readOnly && !field.createOnly;
}

/** Groups the valid cells of a paste by row. */
export function changesByRow(cells: readonly PastedCell[]): { row: TableRow; values: Values }[] {
  const valid = cells.filter(({ problem }) => !problem);
  return [...Map.groupBy(valid, ({ row }) => row)].map(([row, changed]) => ({
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

/** Tab-separated text as spreadsheets copy it. Cells with tabs, line breaks or quotes are quoted. */
export function writeTsv(rows: readonly (readonly string[])[]): string {
  const quoted = (cell: string) =>
    /["\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
  return rows.map((cells) => cells.map(quoted).join("\t")).join("\n");
}

/** Matches a cell, quoted or not, and its delimiter. Quotes in an unquoted cell are literal. */
const TSV_CELL = /(?:"((?:[^"]|"")*)"(?=[\t\r\n]|$)|([^\t\r\n]*))(\t|\r\n|[\r\n]|$)/y;

/** Parses TSV, with or without a final line break. */
export function readTsv(text: string): string[][] {
  const rows: string[][] = [];
  let isNewRow = true;
  TSV_CELL.lastIndex = text.startsWith("\uFEFF") ? 1 : 0;
  while (TSV_CELL.lastIndex < text.length || !isNewRow) {
    const [, quoted, plain = "", end] = TSV_CELL.exec(text) ?? [];
    const cell = quoted?.replaceAll('""', '"') ?? plain;
    if (isNewRow) rows.push([cell]);
    else rows.at(-1)?.push(cell);
    isNewRow = end !== "\t";
  }
  return rows;
}

/**
 * Maps copied cells to a range. The block is repeated if the range is a multiple of its size;
 * otherwise it is pasted once from the range's first cell. Missing cells of short lines are
 * undefined.
 */
export function fillRange(
  cells: readonly (readonly string[])[],
  range: { rows: number; columns: number },
): (string | undefined)[][] {
  const height = cells.length;
  const width = Math.max(0, ...cells.map((row) => row.length));
  if (height === 0 || width === 0) return [];
  const repeats = range.rows % height === 0 && range.columns % width === 0;
  const size = repeats ? range : { rows: height, columns: width };
  return Array.from({ length: size.rows }, (_, row) =>
    Array.from({ length: size.columns }, (_, column) => cells[row % height]?.[column % width]),
  );
}
