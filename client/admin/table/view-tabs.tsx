import { viewWords as words } from "../../content/admin-parts.ts";
import { tableLabel } from "../data/row-texts.ts";
import { type TablePart, withFilters } from "../url/table-search.ts";
import type { ColumnSettings } from "./column-settings.ts";
import { findSavedView, findView, type SavedView, useSavedViews, viewsOf } from "./saved-view.ts";

type ViewTabsProps = TablePart & {
  settings: ColumnSettings;
  onSettings: (settings: ColumnSettings) => void;
};

/** Tabs of the views that come with the table, of all rows, and of the saved views. */
export function ViewTabs({ schema, search, onSearch, settings, onSettings }: ViewTabsProps) {
  const { views: savedViews } = useSavedViews(schema.name);
  const views = viewsOf(schema);
  const saved = findSavedView(savedViews, { search, columns: settings });
  const current = saved ?? findView(schema, search);
  const show = (view: SavedView) => {
    onSettings(view.columns);
    onSearch(view.search);
  };
  if (views.length + savedViews.length < 2) return null;
  return (
    <div
      role="group"
      aria-label={words.tabs(tableLabel(schema))}
      className="relative mb-2 flex shrink-0 overflow-x-auto px-2 print:hidden"
    >
      {views.map((view) => (
        <Tab
          key={view.title}
          title={view.title}
          isCurrent={view === current}
          onShow={() => onSearch(withFilters(search, view.filters))}
        />
      ))}
      {savedViews.length > 0 && (
        <span aria-hidden="true" className="mx-1.5 my-2 shrink-0 border-l border-line" />
      )}
      {savedViews.map((view) => (
        <Tab
          key={view.id}
          title={view.title}
          isCurrent={view === current}
          onShow={() => show(view)}
        />
      ))}
    </div>
  );
}

type TabProps = { title: string; isCurrent: boolean; onShow: () => void };

function Tab({ title, isCurrent, onShow }: TabProps) {
  return (
    <button
      ref={isCurrent ? scrollToTab : undefined}
      type="button"
      aria-current={isCurrent || undefined}
      onClick={onShow}
      className="min-h-9 max-w-48 shrink-0 truncate border-b-2 border-transparent px-2.5 font-semibold text-ink-2 hover:text-ink aria-[current]:border-teal aria-[current]:text-ink"
    >
      {title}
    </button>
  );
}

/** Scrolls the tabs, but not the page, so that the current one is visible. */
function scrollToTab(tab: HTMLElement | null): void {
  const { parentElement: tabs } = tab ?? {};
  if (tab && tabs) tabs.scrollLeft = tab.offsetLeft - (tabs.clientWidth - tab.offsetWidth) / 2;
}
