import { ChevronLeft, ChevronRight } from "lucide-react";
import { adminWords } from "../../content/admin.ts";
import { IconButton } from "../app/controls.tsx";
import { countText } from "../app/formats.ts";
import { pageWindow } from "./page-window.ts";

const words = adminWords.pager;

type PagerProps = { page: number; last: number; onPage: (page: number) => void };

/**
 * The pages of a table: the first, the last, and those around the one that is shown. The arrows are
 * never disabled: at the last page the one that was pressed would lose the focus.
 */
export function Pager({ page, last, onPage }: PagerProps) {
  const turnTo = (to: number) => ({
    "aria-disabled": to < 1 || to > last,
    onClick: () => to >= 1 && to <= last && onPage(to),
  });
  return (
    <nav aria-label={words.name} className="flex items-center gap-0.5">
      <IconButton label={words.previous} {...turnTo(page - 1)}>
        <ChevronLeft aria-hidden="true" className="size-4" />
      </IconButton>
      {pageWindow(page, last).map((each, at) =>
        each === "gap" ? (
          <span key={`gap-${at < 2 ? "before" : "after"}`} className="px-1 text-ink-2">
            …
          </span>
        ) : (
          <button
            key={each}
            type="button"
            aria-label={words.page(each)}
            aria-current={each === page ? "page" : undefined}
            onClick={() => onPage(each)}
            className="min-h-8 min-w-8 rounded-sheet px-1.5 tabular-nums hover:bg-paper-2 aria-[current]:bg-ink aria-[current]:font-semibold aria-[current]:text-card"
          >
            {countText(each)}
          </button>
        ),
      )}
      <IconButton label={words.next} {...turnTo(page + 1)}>
        <ChevronRight aria-hidden="true" className="size-4" />
      </IconButton>
    </nav>
  );
}
