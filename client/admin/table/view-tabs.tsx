import { viewWords as words } from "../../content/admin-parts.ts";
import { tableLabel } from "../data/row-texts.ts";
import { Tab, Tabs } from "../ui/tabs.tsx";
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
    <Tabs label={words.tabs(tableLabel(schema))}>
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
    </Tabs>
  );
}
