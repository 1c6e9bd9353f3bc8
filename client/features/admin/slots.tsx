// The places of the admin that its parts hang in. A part takes its place by becoming what is exported
// here under the name: `export { FilterPanel } from "./filters/filter-panel.tsx";`
import type { TableField, TableSchema, Value } from "../../../server/contract/tables.ts";
import type { TableSearch } from "./table-search.ts";

/** What a part of a table is told; `onSearch` shows the table as another search says. */
export type TablePart = {
  schema: TableSchema;
  search: TableSearch;
  onSearch: (search: TableSearch) => void;
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
};

// ---- above the first table

export { NeedsPanel } from "./desk/needs-panel.tsx";

// ---- of a row, beside Edit and Delete: a menu of its actions, its history, the way to its page

export { RowMenu as RowActions } from "./desk/row-menu.tsx";

export { RowHistory } from "./history/row-history.tsx";

// ---- above the rows: the panel that "Filters" opens, the filters that are set, more buttons

export { FilterPanel } from "./filters/filter-panel.tsx";
export { focusFilterLine } from "./filters/filter-line.tsx";
export { FilterChips } from "./filters/filter-chips.tsx";

export { TableTools } from "./table-tools.tsx";
export { BulkBar } from "./bulk/bulk-bar.tsx";

// ---- above everything: the command palette and the list of shortcuts

export { Palette, PaletteButton } from "./palette/palette.tsx";
