import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import type { TableRow, TableSchema, Value } from "../../../server/contract/tables.ts";
import { adminWords } from "../../content/admin.ts";
import { readableMessage } from "../../lib/answer.ts";
import { useAdmin, usePendingEdits } from "../data/admin-context.ts";
import { ToolButton } from "../ui/controls.tsx";
import { useTableCommands } from "../actions/commands.ts";
import { useDelete } from "../actions/use-delete.ts";
import {
  addressOf,
  OPEN_ROW,
  pageOf,
  searchAt,
  searchPart,
  type TablePart,
  type TableSearch,
  withPage,
} from "../url/table-search.ts";
import { AsOf } from "../ui/as-of.tsx";
import { type RowSource, useRowSource, useRowsWithEdits } from "../data/row-source.ts";
import { RowDialog } from "../forms/row-dialog.tsx";
import { UnfinishedDrafts } from "../forms/use-draft.tsx";
import type { Draft } from "../offline/database.ts";
import { BulkBar } from "./bulk-bar.tsx";
import { useColumnSettings } from "./column-settings.ts";
import { FilterChips, FilterPanel } from "./filter-panel.tsx";
import { type GridSource, type GridTable, useGridTable } from "./grid-table.tsx";
import { type FocusHandover, useFocusHandover } from "./grid-keys.ts";
import { PasteDialog } from "./paste-dialog.tsx";
import type { Pasted } from "./paste.ts";
import { TableFoot } from "./table-foot.tsx";
import { TableGrid } from "./table-grid.tsx";
import { TableError } from "../ui/table-error.tsx";
import { findView } from "./saved-view.ts";
import { TableHead } from "./table-head.tsx";
import { ViewTabs } from "./view-tabs.tsx";

const words = adminWords.table;

/**
 * State of the row form. Adds a row if `row` is missing; `field` is that of the cell that opened it,
 * `typed` the input of the cell editor.
 */
type OpenForm = {
  row?: TableRow;
  field?: string;
  typed?: Record<string, Value>;
  draft?: Draft;
};

export function TableScreen({ schema }: { schema: TableSchema }) {
  const [search, onSearch] = useTableSearch(schema);
  const columnSettings = useColumnSettings(schema.name);
  const [filtersOpen, setFiltersOpen] = useState(false);
  const [form, setForm] = useState<OpenForm>();
  const [pasted, setPasted] = useState<Pasted>();
  const remove = useDelete(schema);
  const read = useRowSource(schema.name, search);
  const part = { schema, search, onSearch };
  const isView = findView(schema, search) !== undefined;
  const edited = useRowsWithEdits(schema, read);
  const { table, source } = useGridTable({ ...part, ...columnSettings, source: edited });
  const { page } = read;
  const handover = useRef(false);
  const isPastEnd = usePastEnd(part, read);
  useLinkedRow(part, read, (row) => setForm({ row }));
  const onAdd = useCallback(() => setForm({}), []);
  const onFilters = useCallback(() => setFiltersOpen((open) => !open), []);
  useTableCommands({ onAdd: schema.readOnly ? undefined : onAdd, onFilters });

  const onSaved = () => {
    // Show the first page, which contains the new row.
    if (!form?.row) table.setPageIndex(0);
    setForm(undefined);
  };
  return (
    <>
      <TableHead {...part} {...columnSettings} {...{ table, filtersOpen, onFilters, onAdd }} />
      <ViewTabs {...part} {...columnSettings} />
      {filtersOpen && <FilterPanel {...{ schema, table }} />}
      {!isView && <FilterChips {...{ schema, table }} />}
      <AsOf of={read.asOf} className="px-4 pb-2 text-xs" />
      <UnfinishedDrafts
        schema={schema}
        onOpen={(draft, row) => setForm({ draft, ...(row && { row }) })}
      />
      {page && <BulkBar {...{ schema, search, table }} counted={page} />}
      {source.count ? (
        <TableGrid
          {...{ schema, table, source, handover }}
          onEdit={(row, at) => setForm({ row, ...at })}
          onDelete={remove}
          onPaste={setPasted}
        />
      ) : (
        <EmptyTable {...{ table, source, isPastEnd, handover, isView }} />
      )}
      <TableFoot {...{ search, onSearch, table, source }} />
      {form && (
        <RowDialog
          schema={schema}
          row={form.row}
          typedBefore={form.typed}
          field={form.field}
          draft={form.draft}
          onClose={() => setForm(undefined)}
          onSaved={onSaved}
        />
      )}
      {pasted && page && (
        <PasteDialog
          {...{ schema, pasted }}
          sequence={page.sequence}
          onClose={() => setPasted(undefined)}
        />
      )}
    </>
  );
}

/** Returns the table search from the URL and its setter, which adds a history entry by default. */
function useTableSearch(schema: TableSchema): [TableSearch, TablePart["onSearch"]] {
  const all: TableSearch = useSearch({ strict: false });
  const address = useMemo(() => searchPart(all, "table"), [all]);
  const search = useMemo(() => searchAt(schema, address), [schema, address]);
  const navigate = useNavigate();
  const { lastSearch } = useAdmin();
  const { name } = schema;
  useEffect(() => void lastSearch.set(name, address), [lastSearch, name, address]);
  const onSearch: TablePart["onSearch"] = (next, { replace = false } = {}) =>
    void navigate({
      to: ".",
      search: { ...searchPart(all, "overview"), ...addressOf(schema, next) },
      resetScroll: false,
      replace,
    });
  return [search, onSearch];
}

/** Returns whether the current page is past the end; if so, goes to the last page. */
function usePastEnd({ search, onSearch }: TablePart, { page, isStale, isEndless }: RowSource) {
  const last = Math.max(page?.totalPages ?? 1, 1);
  const isPastEnd = page !== undefined && !isStale && !isEndless && pageOf(search) > last;
  const goTo = useEffectEvent((page: number) =>
    onSearch(withPage(search, page), { replace: true }),
  );
  useEffect(() => {
    if (isPastEnd) goTo(last);
  }, [isPastEnd, last]);
  return isPastEnd;
}

/** Opens the form of the row linked in the URL once loaded, then removes the parameter. */
function useLinkedRow(
  { schema, search, onSearch }: TablePart,
  { page }: RowSource,
  onOpen: (row: TableRow) => void,
): void {
  const { [OPEN_ROW]: linked, ...rest } = search;
  const { withEdits } = usePendingEdits(schema.name);
  const row = page?.data.find(({ id }) => String(id) === linked);
  const isFound = row !== undefined;
  const open = useEffectEvent(() => {
    if (row) onOpen(withEdits(row));
    onSearch(rest, { replace: true });
  });
  useEffect(() => {
    if (isFound) open();
  }, [isFound]);
}

type EmptyTableProps = {
  table: GridTable;
  source: GridSource;
  isPastEnd: boolean;
  handover: FocusHandover;
  isView: boolean;
};

function EmptyTable({ table, source, isPastEnd, handover, isView }: EmptyTableProps) {
  const box = useRef<HTMLDivElement>(null);
  useFocusHandover(handover, box, () => box.current?.focus());
  if (source.error) {
    return <TableError message={readableMessage(source.error)} onRetry={source.retry} />;
  }
  const isLoading = isPastEnd || source.count === undefined;
  const isFiltered = table.state.columnFilters.length > 0 && !isView;
  return (
    <div
      ref={box}
      tabIndex={-1}
      data-no-rows=""
      className="min-h-60 flex-1 border-t border-line bg-card px-6 py-14 text-center outline-none"
    >
      <p role="status" className="font-semibold">
        {isLoading ? words.loading : words.empty}
      </p>
      {!isLoading && (
        <p className="mt-1 text-ink-2">{isFiltered ? words.emptyFiltered : words.emptyNew}</p>
      )}
      {!isLoading && isFiltered && (
        <ToolButton className="mt-3" onClick={() => table.resetColumnFilters(true)}>
          {words.clear}
        </ToolButton>
      )}
    </div>
  );
}
