import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import type { TableRow, TableSchema, Value } from "../../../server/contract/tables.ts";
import { adminWords } from "../../content/admin.ts";
import { readableMessage } from "../../lib/readable-error.ts";
import type { Draft } from "../offline/database.ts";
import { useColumnView } from "./column-view.ts";
import { AsOf } from "../data/as-of.tsx";
import { ToolButton } from "../app/controls.tsx";
import { hasScreen } from "../desk/screen-paths.ts";
import { RowDialog } from "../forms/row-dialog.tsx";
import { UnfinishedLines } from "../forms/unfinished-lines.tsx";
import { countText } from "../app/formats.ts";
import { useColumns } from "./grid-columns.ts";
import { useRowsWithEdits } from "../data/pending-source.ts";
import { Pager } from "./pager.tsx";
import { useTableCommands } from "../app/palette/use-table-commands.ts";
import { PasteDialog } from "./paste-dialog.tsx";
import type { Pasted } from "./paste.ts";
import { TableGrid } from "./table-grid.tsx";
import { type FocusHandover, useFocusHandover } from "./use-focus-handover.ts";
import { type RowSource, useRowSource } from "../data/row-source.ts";
import { BulkBar } from "./bulk/bulk-bar.tsx";
import { FilterChips } from "./filters/filter-chips.tsx";
import { FilterPanel } from "./filters/filter-panel.tsx";
import type { TablePart } from "../app/part-props.ts";
import { TableHead } from "./table-head.tsx";
import {
  ALL_ROWS,
  filtersOf,
  pageOf,
  sortsOf,
  withFilters,
  withPage,
  withSort,
} from "./table-search.ts";
import { useDelete } from "../data/use-delete.ts";
import { useNarrow } from "../app/use-narrow.ts";
import { useTableSearch } from "./use-table-search.ts";

const words = adminWords.table;
const NOTHING: ReadonlySet<number> = new Set();
const OPERATIONS_PX = 132;
/** History, the way to a row's own screen, or the menu of its actions. */
const ICON_PX = 36;
/** Its title needs as much. */
const LEAST_OPERATIONS_PX = 104;

type Form = { row?: TableRow; typed?: Record<string, Value>; draft?: Draft };

/** A table: what it is, what can be done with all of it, and its rows. */
export function TableScreen({ schema }: { schema: TableSchema }) {
  const [search, onSearch] = useTableSearch(schema.name);
  const [view, onView] = useColumnView(schema.name);
  const [filtersOpen, setFiltersOpen] = useState(false);
  const [selected, onSelect] = useState(NOTHING);
  const [form, setForm] = useState<Form>();
  const [pasted, setPasted] = useState<Pasted>();
  const remove = useDelete(schema);
  const read = useRowSource(schema.name, search);
  const source = useRowsWithEdits(schema, read);
  const icons = [true, hasScreen(schema.name), schema.actions.length > 0];
  const operationsPx = Math.max(
    LEAST_OPERATIONS_PX,
    (schema.readOnly ? 0 : OPERATIONS_PX) + icons.filter(Boolean).length * ICON_PX,
  );
  const columns = useColumns({ schema, view, onView, narrow: useNarrow(), operationsPx });
  const part = { schema, search, onSearch };
  const { page } = read;
  const handover = useRef(false);
  const isPastEnd = usePastEnd(part, read);
  const onAdd = useCallback(() => setForm({}), []);
  const onFilters = useCallback(() => setFiltersOpen((open) => !open), []);
  useTableCommands({ onAdd: schema.readOnly ? undefined : onAdd, onFilters });

  const saved = () => {
    // A new row is looked for on the first page.
    if (!form?.row) onSearch(withPage(search, 1));
    setForm(undefined);
  };
  return (
    <>
      <TableHead
        {...part}
        view={view}
        onView={onView}
        filtersOpen={filtersOpen}
        onFilters={onFilters}
        onAdd={onAdd}
      />
      {filtersOpen && <FilterPanel {...part} />}
      <FilterChips {...part} />
      <AsOf readAt={page?.readAt} className="px-4 pb-2 text-xs" />
      <UnfinishedLines
        schema={schema}
        onOpen={(draft, row) => setForm({ draft, ...(row && { row }) })}
      />
      {page && (
        <BulkBar
          {...part}
          total={page.total}
          sequence={page.sequence}
          selected={selected}
          onSelect={onSelect}
        />
      )}
      {source.count ? (
        <TableGrid
          schema={schema}
          columns={columns}
          source={source}
          sorts={sortsOf(search)}
          selected={selected}
          onSelect={onSelect}
          onSort={(column, add) => onSearch(withSort(search, { column, add }))}
          onEdit={(row, typed) => setForm({ row, ...(typed && { typed }) })}
          onDelete={remove}
          onPaste={setPasted}
          handover={handover}
        />
      ) : (
        <EmptyTable {...part} source={source} isPastEnd={isPastEnd} handover={handover} />
      )}
      {page && <TableFoot {...part} source={source} />}
      {form && (
        <RowDialog
          schema={schema}
          row={form.row}
          typedBefore={form.typed}
          draft={form.draft}
          onClose={() => setForm(undefined)}
          onSaved={saved}
        />
      )}
      {pasted && page && (
        <PasteDialog
          schema={schema}
          pasted={pasted}
          sequence={page.sequence}
          onClose={() => setPasted(undefined)}
        />
      )}
    </>
  );
}

/**
 * Navigates to the last page when the current page no longer has rows. Returns whether that
 * navigation is pending.
 */
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

type EmptyTableProps = TablePart & {
  source: RowSource;
  isPastEnd: boolean;
  handover: FocusHandover;
};

/** Message shown in place of the rows. */
function EmptyTable({ search, onSearch, source, isPastEnd, handover }: EmptyTableProps) {
  const box = useRef<HTMLDivElement>(null);
  useFocusHandover(handover, box, () => box.current?.focus());
  const { error, retry } = source;
  if (error) return <TableError message={readableMessage(error)} onRetry={retry} />;
  const count = isPastEnd ? undefined : source.count;
  const filtered = Object.keys(filtersOf(search)).length > 0;
  return (
    <div
      ref={box}
      tabIndex={-1}
      data-no-rows=""
      className="min-h-60 flex-1 border-t border-line bg-card px-6 py-14 text-center outline-none"
    >
      <p role="status" className="font-semibold">
        {count === undefined ? words.loading : words.empty}
      </p>
      {count !== undefined && (
        <p className="mt-1 text-ink-2">{filtered ? words.emptyFiltered : words.emptyNew}</p>
      )}
      {count !== undefined && filtered && (
        <ToolButton className="mt-3" onClick={() => onSearch(withFilters(search, {}))}>
          {words.clear}
        </ToolButton>
      )}
    </div>
  );
}

/** How many rows there are, and the way through them. */
function TableFoot({ search, onSearch, source }: TablePart & { source: RowSource }) {
  const { page, offset, count = 0 } = source;
  if (!page) return null;
  const all = search[ALL_ROWS] === "1";
  const { [ALL_ROWS]: _all, page: _page, ...plain } = search;
  const last = Math.max(page.totalPages, 1);
  return (
    <footer className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1 border-t border-line bg-card px-4 py-1.5">
      <p role="status" className="text-ink-2 tabular-nums">
        {all || count === 0
          ? words.count(countText(page.total))
          : words.rows(countText(offset + 1), countText(offset + count), countText(page.total))}
      </p>
      <ToolButton
        look="plain"
        onClick={() => onSearch(all ? plain : { ...plain, [ALL_ROWS]: "1" })}
      >
        {all ? words.pages : words.scroll}
      </ToolButton>
      {!all && (
        <div className="ml-auto">
          <Pager
            page={pageOf(search)}
            last={last}
            onPage={(next) => onSearch(withPage(search, next))}
          />
        </div>
      )}
    </footer>
  );
}

export function TableError({ message, onRetry }: { message: string; onRetry?: () => void }) {
  return (
    <div className="min-h-60 flex-1 border-t border-line bg-card px-6 py-14 text-center">
      <p role="alert" className="font-semibold text-danger">
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
