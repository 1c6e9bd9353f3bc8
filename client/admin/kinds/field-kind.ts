import type { ReactNode } from "react";
import type { Operator, TableField, Value } from "../../../server/contract/tables.ts";

/** Other values of the row that a value belongs to, stored or as typed, by column. */
export type RowPart = Readonly<Record<string, unknown>>;

/** Row as typed, and the stored value before the change; undefined if it is not known. */
export type TypedChange = { row: RowPart; before: Value | undefined };

/** Value of a filled column. */
export type Filled = Exclude<Value, null>;

/** Props of a form field without its label. */
export type FieldPart = {
  id: string;
  name: string;
  field: TableField;
  /** Form input: numbers as typed, times in the local time zone. */
  value: Value;
  onChange: (value: Value) => void;
  invalid: boolean;
  describedBy: string | undefined;
  disabled: boolean;
  /** Accessible name of a field without a visible label. */
  label?: string;
  required?: boolean;
  row?: RowPart;
  onUploading?: ((name: string, isRunning: boolean) => void) | undefined;
};

/** New filters of a field by operator. */
export type Conditions = Partial<Record<Operator, string>>;

/** Props of the filter inputs of a field. */
export type FilterInputProps = {
  id: string;
  field: TableField;
  /** A row of the list, for kinds whose values depend on another column. */
  row: RowPart;
  /** Returns the value of the first of these operators that is set, or "". */
  get: (...operators: Operator[]) => string;
  /** Sets the field's filters in one update; an empty value removes a filter. */
  set: (conditions: Conditions) => void;
};

/** Filter of a kind of field. Its values are texts, as in the URL. */
export type FieldFilter = {
  Input: (props: FilterInputProps) => ReactNode;
  /** Describes a condition; null for the usual words. */
  describe?: (
    operator: Operator,
    value: string,
    field: TableField,
  ) => { verb: string; value: string } | null;
  /** Formats one value of a condition; by default, it is shown as it is. */
  text?: (value: string, field: TableField, row: RowPart) => string;
};

/** How the values of one kind of field are shown, edited, pasted and filtered. */
export type FieldKind = {
  /** Formats a stored value without truncation. */
  text: (value: Filled, field: TableField, row: RowPart) => string;
  /** Content of a grid cell; by default, the truncated text. */
  Cell?: (props: { field: TableField; value: Filled; row: RowPart }) => ReactNode;
  /** Text that a copy of grid cells contains; `read` must accept it. By default, the stored value. */
  copy?: (value: Filled, field: TableField, row: RowPart) => string;
  /** Control of forms and of the cell editor. */
  Input: (part: FieldPart) => ReactNode;
  /** Converts a stored value to form input; by default, they are equal. */
  toTyped?: (value: Filled, field: TableField, row: RowPart) => Value;
  /**
   * Converts typed or pasted text to a value, by default the text. Returns text that it cannot read,
   * so that validation rejects it.
   */
  read?: (text: string, field: TableField, row: RowPart) => Value;
  /** Returns the fault of a value that `read` returned, before the general rules; it follows the title. */
  findFault?: (value: Filled, field: TableField, row: RowPart) => string | undefined;
  /** Describes input that may be a mistake, so that the user confirms it before it is saved. */
  question?: (typed: Filled, field: TableField, change: TypedChange) => string | undefined;
  filter: FieldFilter;
  /** Least width of a grid column. */
  width: number | ((field: TableField) => number);
  /** Amounts and counts are right-aligned in the grid. */
  isNumeric?: true;
  /** The control is a group of controls, which a label element cannot name. */
  isGroup?: true;
  /** The control is too large for a grid cell, so the cell opens the form of its row. */
  opensForm?: true;
};
