import { X } from "lucide-react";
import type { TableSchema } from "../../../../server/contract/tables.ts";
import { filterWords as words } from "../../../content/admin-parts.ts";
import { useReferenceLabel } from "../../forms/references.ts";
import { type TablePart, withFilters } from "../table-search.ts";
import { ToolButton } from "../../app/controls.tsx";
import { type Filter, filterQuery, filterText, readFilters, setFilter } from "./filters.ts";

/** The active filters, each with a button that removes it. */
export function FilterChips({ schema, search, onSearch }: TablePart) {
  const filters = readFilters(schema, search);
  if (filters.length === 0) return null;
  const apply = (next: readonly Filter[]) =>
    onSearch(withFilters(search, filterQuery(schema, next)));
  return (
    <div className="flex flex-wrap items-center gap-1.5 px-4 pb-3">
      <ul aria-label={words.active} className="contents">
        {filters.map((filter) => (
          <li key={`${filter.field} ${filter.operator}`} className="min-w-0">
            <Chip
              schema={schema}
              filter={filter}
              onRemove={() => apply(setFilter(filters, { ...filter, value: "" }))}
            />
          </li>
        ))}
      </ul>
      <ToolButton look="plain" className="min-h-8" onClick={() => apply([])}>
        {words.clear}
      </ToolButton>
    </div>
  );
}

type ChipProps = { schema: TableSchema; filter: Filter; onRemove: () => void };

function Chip({ schema, filter, onRemove }: ChipProps) {
  const reference = schema.properties[filter.field]?.reference;
  const { title, verb, value } = filterText(schema, filter);
  const isOne = reference !== undefined && ["eq", "ne"].includes(filter.operator);
  const label = useReferenceLabel(reference ?? "", isOne ? Number(filter.value) : null);
  const shown = isOne && label ? label : value;
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
