import { X } from "lucide-react";
import { Suspense, useId } from "react";
import type { TableSchema } from "../../../server/contract/tables.ts";
import { filterWords as words } from "../../content/admin-parts.ts";
import { ToolButton } from "../ui/controls.tsx";
import { TrueOrFalse } from "../kinds/boolean.tsx";
import type { Conditions, FilterInputProps, RowPart } from "../kinds/field-kind.ts";
import { useRows } from "../data/queries.ts";
import { kindOf } from "../kinds/kinds.ts";
import { useReferenceLabel } from "../kinds/references.ts";
import {
  type ColumnFilter,
  type Condition,
  conditionsOf,
  filterText,
  groupByField,
} from "./filters.ts";
import type { GridTable } from "./grid-table.tsx";

/**
 * Returns a row of the table, whose other columns say what a filter's values mean, such as their
 * currency.
 */
function useSampleRow({ schema, table }: FilterProps): RowPart {
  const first = table.getRowModel().rows[0]?.original;
  const isNeeded = Object.values(schema.properties).some(({ currency }) => currency);
  const { data } = useRows(schema.name, { limit: "1" }, { enabled: isNeeded && !first });
  return first ?? data?.data[0] ?? {};
}

type FilterProps = { schema: TableSchema; table: GridTable };

/** Active filters as chips with a remove button. */
export function FilterChips({ schema, table }: FilterProps) {
  const conditions = conditionsOf(table.state.columnFilters as ColumnFilter[]);
  const row = useSampleRow({ schema, table });
  if (conditions.length === 0) return null;
  const remove = (removed: Condition) =>
    table.setColumnFilters(groupByField(conditions.filter((each) => each !== removed)));
  return (
    <div className="flex flex-wrap items-center gap-1.5 px-4 pb-3">
      <ul aria-label={words.active} className="contents">
        {conditions.map((condition) => (
          <li key={`${condition.field} ${condition.operator}`} className="min-w-0">
            <Chip {...{ schema, condition, row }} onRemove={() => remove(condition)} />
          </li>
        ))}
      </ul>
      <ToolButton look="plain" className="min-h-8" onClick={() => table.resetColumnFilters(true)}>
        {words.clear}
      </ToolButton>
    </div>
  );
}

function Chip(props: {
  schema: TableSchema;
  condition: Condition;
  row: RowPart;
  onRemove: () => void;
}) {
  const { schema, condition, row, onRemove } = props;
  const reference = schema.properties[condition.field]?.reference;
  const { title, verb, value } = filterText(schema, condition, row);
  const isOne = reference !== undefined && ["eq", "ne"].includes(condition.operator);
  const label = useReferenceLabel(reference ?? "", isOne ? Number(condition.value) : null);
  const shown = label || value;
  return (
    <span className="flex min-h-8 max-w-full items-center gap-1 rounded-sheet bg-teal-2 pl-2.5 text-xs text-ink">
      <span className="min-w-0 truncate">
        {title} <span className="text-teal">{verb}</span>{" "}
        {shown && <strong className="font-semibold">{shown}</strong>}
      </span>
      <button
        type="button"
        aria-label={words.remove(`${title} ${verb} ${shown}`.trim())}
        onClick={onRemove}
        className="inline-flex size-8 shrink-0 items-center justify-center rounded-sheet text-teal hover:text-ink"
      >
        <X aria-hidden="true" className="size-4" />
      </button>
    </span>
  );
}

/** Columns that are never empty, although the schema does not require them. */
const ALWAYS_FILLED = new Set(["id", "created_at", "updated_at"]);

/** Filter inputs for each field of a table. Changes apply immediately. */
export function FilterPanel({ schema, table }: FilterProps) {
  const row = useSampleRow({ schema, table });
  return (
    <section
      aria-label={words.panel}
      className="mb-3 max-h-[45vh] shrink-0 overflow-y-auto border-y border-line bg-paper-2/40 px-4 py-3"
    >
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,15.5rem),1fr))] gap-x-4 gap-y-3">
        {Object.entries(schema.properties).map(([name, field]) => {
          const column = table.getColumn(name);
          if (!column?.getCanFilter()) return null;
          const conditions = (column.getFilterValue() ?? {}) as Conditions;
          return (
            <FilterField
              key={name}
              field={field}
              row={row}
              canBeEmpty={!schema.required.includes(name) && !ALWAYS_FILLED.has(name)}
              get={(...operators) => operators.map((each) => conditions[each]).find(Boolean) ?? ""}
              set={(changed) => column.setFilterValue({ ...conditions, ...changed })}
            />
          );
        })}
      </div>
    </section>
  );
}

type FilterFieldProps = Omit<FilterInputProps, "id"> & { canBeEmpty: boolean };

function FilterField({ canBeEmpty, ...props }: FilterFieldProps) {
  const { field, get, set } = props;
  const id = useId();
  const { Input } = kindOf(field).filter;
  return (
    <div className="min-w-0">
      <div className="mb-1 flex min-h-6 items-center justify-between gap-2">
        <label htmlFor={id} className="min-w-0 truncate font-semibold">
          {field.title}
        </label>
        {canBeEmpty && field.operators.includes("isnull") && (
          <TrueOrFalse
            aria-label={words.emptiness(field.title)}
            names={[words.empty, words.filled]}
            value={get("isnull")}
            onValue={(isnull) => set({ isnull })}
            className="field-sizing-content min-h-6 rounded-sheet bg-transparent text-right text-ink-2"
          />
        )}
      </div>
      <Suspense fallback={<span className="block min-h-9 rounded-sheet bg-paper-2" />}>
        <Input {...props} id={id} />
      </Suspense>
    </div>
  );
}
