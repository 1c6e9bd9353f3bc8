import { useQuery } from "@tanstack/react-query";
import { Download, Filter, Plus } from "lucide-react";
import { useState } from "react";
import type { TableSchema } from "../../../server/contract/tables.ts";
import { adminWords } from "../../content/admin.ts";
import { readableMessage } from "../../lib/readable-error.ts";
import { useColumnView } from "./column-view.ts";
import { ToolButton } from "./controls.tsx";
import { rowsQuery } from "./data.ts";
import { tableLabel } from "./labels.ts";
import { BulkBar, FilterChips, FilterPanel, TableTools } from "./slots.tsx";
import { filtersOf, listSearchOf } from "./table-search.ts";
import { useTableSearch } from "./use-table-search.ts";

const words = adminWords.table;
const NOTHING: ReadonlySet<number> = new Set();

/** A table: what it is, what can be done with all of it, and its rows. */
export function TableScreen({ schema }: { schema: TableSchema }) {
  const [search, onSearch] = useTableSearch(schema.name);
  const [view, onView] = useColumnView(schema.name);
  const [filtersOpen, setFiltersOpen] = useState(false);
  const [selected, onSelect] = useState(NOTHING);
  const { data: page, error } = useQuery(rowsQuery(schema.name, listSearchOf(search)));
  const part = { schema, search, onSearch };
  const filters = Object.keys(filtersOf(search)).length;
  return (
    <>
      <header className="flex flex-wrap items-end gap-x-4 gap-y-3 px-4 pt-4 pb-3 sm:px-6">
        <div className="min-w-0 flex-1 basis-64">
          <h2 className="text-xl sm:text-2xl">{tableLabel(schema)}</h2>
          <p className="mt-1 text-ink-2">{schema.description}</p>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <ToolButton aria-expanded={filtersOpen} onClick={() => setFiltersOpen(!filtersOpen)}>
            <Filter aria-hidden="true" className="size-4" />
            {words.filters}
            {filters > 0 && <span className="text-teal">{filters}</span>}
          </ToolButton>
          <TableTools {...part} view={view} onView={onView} />
          <ToolButton>
            <Download aria-hidden="true" className="size-4" />
            {words.export}
          </ToolButton>
          {!schema.readOnly && (
            <ToolButton look="main">
              <Plus aria-hidden="true" className="size-4" />
              {words.add}
            </ToolButton>
          )}
        </div>
      </header>
      {filtersOpen && <FilterPanel {...part} />}
      <FilterChips {...part} />
      {page && (
        <BulkBar
          {...part}
          total={page.total}
          sequence={page.sequence}
          selected={selected}
          onSelect={onSelect}
        />
      )}
      {error && <TableError message={readableMessage(error)} />}
    </>
  );
}

export function TableError({ message, onRetry }: { message: string; onRetry?: () => void }) {
  return (
    <div className="px-6 py-12 text-center">
      <p role="alert" className="text-danger">
        {words.error(message)}
      </p>
      {onRetry && (
        <ToolButton className="mt-3" onClick={onRetry}>
          {words.retry}
        </ToolButton>
      )}
    </div>
  );
}
