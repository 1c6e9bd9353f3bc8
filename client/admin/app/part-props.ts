import type { TableField, TableSchema, Value } from "../../../server/contract/tables.ts";
import type { TableSearch } from "../table/table-search.ts";

/** Navigation options of a search change; `replace` adds no history entry. */
type SearchOptions = { replace?: boolean };

/** Props of the parts of a table; `onSearch` navigates to another search. */
export type TablePart = {
  schema: TableSchema;
  search: TableSearch;
  onSearch: (search: TableSearch, options?: SearchOptions) => void;
};

/** Props of a form field with its own input, below its label. */
export type FieldPart = {
  id: string;
  name: string;
  field: TableField;
  value: Value;
  onChange: (value: Value) => void;
  invalid: boolean;
  describedBy: string | undefined;
  disabled: boolean;
  autoFocus?: boolean;
  /** Accessible name when there is no label above. */
  label?: string;
  required?: boolean;
  onUploading?: ((name: string, isRunning: boolean) => void) | undefined;
};
