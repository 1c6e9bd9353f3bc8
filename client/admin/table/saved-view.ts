import { MOST_ROWS_A_PAGE, type TableRow, VIEW_COLUMNS } from "../../../server/contract/tables.ts";
import { numberOrNull, textOf } from "../../lib/read-fields.ts";
import type { ListSearch } from "../url/table-search.ts";
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

export function valuesOf(view: View & Pick<SavedView, "table" | "title" | "userId">): Values {
  const { table, title, userId } = view;
  return { table_name: table, title: title.trim(), user_id: userId, search: textOfView(view) };
}

/** A view as a query string, without the page. Equal views have equal texts. */
export function textOfView({ search, columns }: View): string {
  const { page: _page, ...others } = search;
  const query = new URLSearchParams(others);
  query.sort();
  if (!isDefault(columns)) query.set(VIEW_COLUMNS, JSON.stringify(columns));
  return query.toString();
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
