import type { TableField, TableSchema, Value } from "../../../server/contract/tables.ts";
import type { TableSearch } from "../table/table-search.ts";

/** Navigation options of a search change; `replace` adds no history entry. */
export type SearchOptions = { replace?: boolean };

/** What a part of a table is told; `onSearch` shows the table as another search says. */
export type TablePart = {
  schema: TableSchema;
  search: TableSearch;
  onSearch: (search: TableSearch, options?: SearchOptions) => void;
};

/** A field of a form that brings its own input. The label stands above it already. */
export type FieldPart = {
  /** The id that the label points to. */
  id: string;
  name: string;
  field: TableField;
  value: Value;
  onChange: (value: Value) => void;
  /** Whether the value has a problem, which the elements of these ids tell. */
  invalid: boolean;
  describedBy: string | undefined;
  disabled: boolean;
  autoFocus?: boolean;
  /** Its name, where no label stands above it. */
  label?: string;
  required?: boolean;
  /** Called when a field starts and finishes uploading a file. */
  onUploading?: ((name: string, isRunning: boolean) => void) | undefined;
};
