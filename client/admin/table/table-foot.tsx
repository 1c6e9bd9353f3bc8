import { ChevronLeft, ChevronRight } from "lucide-react";
import { adminWords } from "../../content/admin.ts";
import { IconButton, ToolButton } from "../ui/controls.tsx";
import { countText } from "../ui/formats.ts";
import { ALL_ROWS, type TablePart } from "../url/table-search.ts";
import type { GridSource, GridTable } from "./grid-table.tsx";

const words = adminWords.table;

type TableFootProps = Pick<TablePart, "search" | "onSearch"> & {
  table: GridTable;
  source: GridSource;
};

export function TableFoot({ search, onSearch, table, source }: TableFootProps) {
  const { page, offset, count = 0, isEndless } = source;
  if (!page) return null;
  const { [ALL_ROWS]: _all, page: _page, ...paged } = search;
  return (
    <footer className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1 border-t border-line bg-card px-4 py-1.5">
      <p role="status" className="text-ink-2 tabular-nums">
        {isEndless || count === 0
          ? words.count(countText(page.total))
          : words.rows(countText(offset + 1), countText(offset + count), countText(page.total))}
      </p>
      <ToolButton
        look="plain"
        onClick={() => onSearch(isEndless ? paged : { ...paged, [ALL_ROWS]: "1" })}
      >
        {isEndless ? words.pages : words.scroll}
      </ToolButton>
      {!isEndless && (
        <div className="ml-auto">
          <Pager table={table} last={Math.max(page.totalPages, 1)} />
        </div>
      )}
    </footer>
  );
}

/** Pagination. The arrow buttons are never disabled, because a disabled button loses focus. */
function Pager({ table, last }: { table: GridTable; last: number }) {
  const page = table.state.pagination.pageIndex + 1;
  const goTo = (to: number) => table.setPageIndex(to - 1);
  const arrow = (to: number) => ({
    "aria-disabled": to < 1 || to > last,
    onClick: () => to >= 1 && to <= last && goTo(to),
  });
  return (
    <nav aria-label={adminWords.pager.name} className="flex items-center gap-0.5">
      <IconButton icon={ChevronLeft} label={adminWords.pager.previous} {...arrow(page - 1)} />
      {pageWindow(page, last).map((each, at) =>
        each === "gap" ? (
          <span key={`gap-${at < 2 ? "before" : "after"}`} className="px-1 text-ink-2">
            …
          </span>
        ) : (
          <button
            key={each}
            type="button"
            aria-label={adminWords.pager.page(each)}
            aria-current={each === page ? "page" : undefined}
            onClick={() => goTo(each)}
            className="min-h-8 min-w-8 rounded-sheet px-1.5 tabular-nums hover:bg-paper-2 aria-[current]:bg-ink aria-[current]:font-semibold aria-[current]:text-card"
          >
            {countText(each)}
          </button>
        ),
      )}
      <IconButton icon={ChevronRight} label={adminWords.pager.next} {...arrow(page + 1)} />
    </nav>
  );
}

const AROUND = 2;

/** Returns the page numbers to show: first, last and those around the current page, with gaps. */
export function pageWindow(current: number, last: number): (number | "gap")[] {
  const from = Math.max(1, current - AROUND);
  const to = Math.min(last, current + AROUND);
  const pages: (number | "gap")[] = [];
  if (from > 1) pages.push(1);
  if (from > 2) pages.push("gap");
  for (let page = from; page <= to; page++) pages.push(page);
  if (to < last - 1) pages.push("gap");
  if (to < last) pages.push(last);
  return pages;
}
