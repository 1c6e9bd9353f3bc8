import {
  MOST_ROWS_A_PAGE,
  type TableRow,
  type TableSchema,
  type TableView,
  VIEW_COLUMNS,
} from "../../../server/contract/tables.ts";
import { viewWords as words } from "../../content/admin-parts.ts";
import { numberOrNull, textOf } from "../../lib/read-fields.ts";
import { filtersOf, type ListSearch } from "../url/table-search.ts";
import { useAdmin, usePendingEdits } from "../data/admin-context.ts";
import { useRows } from "../data/queries.ts";
import type { Values } from "../offline/merge.ts";
import { type ColumnSettings, isDefault, parseColumns } from "./column-settings.ts";

/** State restored by a view: filters and sorting from the URL, and column settings. */
export type View = { search: ListSearch; columns: ColumnSettings };

/** Row of `saved_views`. If `userId` is null, all administrators share the view. */
export type SavedView = View & {
  id: number;
  version: number;
  table: string;
  title: string;
  userId: number | null;
};

export const VIEWS_TABLE = "saved_views";

export function useViewRows(table?: string) {
  const limit = String(MOST_ROWS_A_PAGE);
  return useRows(VIEWS_TABLE, { limit, ...(table !== undefined && { table_name__eq: table }) });
}

/** Returns the views of a table that the user can see, with pending edits. */
export function useSavedViews(table: string) {
  const { user } = useAdmin();
  const { data, error } = useViewRows(table);
  const { added, withEdits, markOf } = usePendingEdits(VIEWS_TABLE);
  const rows = [...added, ...(data?.data ?? []).map(withEdits)].filter(
    ({ id, table_name }) => table_name === table && markOf(id)?.kind !== "deleted",
  );
  return { views: viewsFor(rows, user.id), rows, isLoaded: data !== undefined, error };
}

const ALL: TableView = { title: words.allRows, filters: {} };

/** Returns the views that come with a table, and the view of all rows. */
export function viewsOf({ views = [] }: Pick<TableSchema, "views">): TableView[] {
  return [...views, ALL];
}

/** Returns the view with exactly the filters of a search. */
export function findView(schema: Pick<TableSchema, "views">, search: ListSearch) {
  const filters = queryOf(filtersOf(search)).toString();
  return viewsOf(schema).find((view) => queryOf(view.filters).toString() === filters);
}

/** Returns the saved view that restores exactly this state. */
export function findSavedView(views: readonly SavedView[], now: View): SavedView | undefined {
  return views.find((view) => textOfView(view) === textOfView(now));
}

export function valuesOf(view: View & Pick<SavedView, "table" | "title" | "userId">): Values {
  const { table, title, userId } = view;
  return { table_name: table, title: title.trim(), user_id: userId, search: textOfView(view) };
}

/** A view as a query string, without the page. Equal views have equal texts. */
export function textOfView({ search, columns }: View): string {
  const { page: _page, ...others } = search;
  const query = queryOf(others);
  if (!isDefault(columns)) query.set(VIEW_COLUMNS, JSON.stringify(columns));
  return query.toString();
}

/** A search as query parameters. Equal searches have the same order. */
function queryOf(search: ListSearch): URLSearchParams {
  const query = new URLSearchParams(search);
  query.sort();
  return query;
}

export function readView(text: string): View {
  const { [VIEW_COLUMNS]: columns, ...search } = Object.fromEntries(new URLSearchParams(text));
  return { search, columns: parseColumns(columns ?? null) };
}

/** Returns the views a user can see, own first. Omits views not fully stored on this device. */
export function viewsFor(rows: readonly TableRow[], userId: number): SavedView[] {
  const isShared = (view: SavedView) => view.userId === null;
  return rows
    .filter((row) => row["search"] !== undefined)
    .map((row) => ({
      id: row.id,
      version: row.version,
      table: textOf(row["table_name"]),
      title: textOf(row["title"]),
      userId: numberOrNull(row["user_id"]),
      ...readView(textOf(row["search"])),
    }))
    .filter((view) => isShared(view) || view.userId === userId)
    .toSorted(
      (one, other) =>
        Number(isShared(one)) - Number(isShared(other)) || one.title.localeCompare(other.title),
    );
}
