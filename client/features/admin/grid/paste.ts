import { type FormDefinition, findProblem } from "../../../../server/contract/field-validation.ts";
import type {
  TableField,
  TableRow,
  TableSchema,
  Value,
} from "../../../../server/contract/tables.ts";
import { fillRange, readTsv, writeTsv } from "../clipboard.ts";
import type { Values } from "../../../local/merge.ts";
import { isSame } from "../../../local/merge.ts";
import type { Range } from "./cells.ts";

const YES = new Set(["true", "yes", "1"]);
const NO = new Set(["false", "no", "0"]);

type Block = {
  schema: TableSchema;
  range: Range;
  /** The columns that are shown, in their order. */
  names: string[];
  rowAt: (index: number) => TableRow | undefined;
};

/** A cell that a paste would change, or why it can't. */
export type PastedCell = { row: TableRow; name: string; value: Value; problem?: string };

/** The cells of a range as a spreadsheet takes them: values as they are stored, not as they are shown. */
export function copyCells({ range, names, rowAt }: Block): string {
  const rows: string[][] = [];
  for (let index = range.top; index <= range.bottom; index++) {
    const row = rowAt(index);
    rows.push(names.slice(range.left, range.right + 1).map((name) => plainText(row?.[name])));
  }
  return writeTsv(rows);
}

/** What a paste into a range would change; cells that are not to be edited stay as they are. */
export function readPaste(text: string, { schema, range, names, rowAt }: Block): PastedCell[] {
  const size = { rows: range.bottom - range.top + 1, columns: range.right - range.left + 1 };
  const cells = fillRange(readTsv(text), size);
  const form: FormDefinition = schema;
  return cells.flatMap((texts, down) => {
    const row = rowAt(range.top + down);
    if (!row) return [];
    return texts.flatMap((cell, across) => {
      const name = names[range.left + across];
      const field = name === undefined ? undefined : schema.properties[name];
      if (name === undefined || !field || !isEditable(schema, field)) return [];
      const value = valueOf(field, cell);
      if (isSame(value, row[name])) return [];
      const problem = findProblem(form, name, value);
      return [{ row, name, value, ...(problem && { problem }) }];
    });
  });
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

function plainText(value: Value | undefined): string {
  if (value === null || value === undefined) return "";
  return Array.isArray(value) ? value.join("\n") : String(value);
}

/** A text that can't be read as the field's type stays one, so that its check names the fault. */
function valueOf(field: TableField, cell: string): Value {
  const text = cell.trim();
  if (field.type === "array") return text.split("\n").filter((line) => line.trim() !== "");
  if (text === "") return null;
  if (field.type === "boolean") {
    const word = text.toLowerCase();
    return YES.has(word) ? true : NO.has(word) ? false : text;
  }
  if (field.type === "string") {
    return field.format === "date-time" ? isoTime(text) : cell;
  }
  const number = Number(text.replaceAll(",", ""));
  return Number.isNaN(number) ? text : number;
}

function isoTime(text: string): string {
  const time = Date.parse(text);
  return Number.isNaN(time) ? text : new Date(time).toISOString();
}
