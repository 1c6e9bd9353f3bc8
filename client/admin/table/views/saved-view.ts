import { type TableRow, VIEW_COLUMNS } from "../../../../server/contract/tables.ts";
import { numberOrNull, textOf } from "../../../lib/read-fields.ts";
import type { Values } from "../../offline/merge.ts";
import type { ListSearch } from "../../data/api.ts";
import { type Columns, isAsBuilt, parseColumns } from "../column-settings.ts";

/** What a view brings back: filters and sorting as the URL has them, and the columns. */
export type View = { search: ListSearch; columns: Columns };

/** A view as a row of `saved_views`; one without a user is shared by all administrators. */
export type SavedView = View & {
  id: number;
  version: number;
  table: string;
  title: string;
  userId: number | null;
};

export const VIEWS_TABLE = "saved_views";

/** The row that keeps a view. */
export function valuesOf(view: View & Pick<SavedView, "table" | "title" | "userId">): Values {
  const { table, title, userId } = view;
  return { table_name: table, title: title.trim(), user_id: userId, search: textOfView(view) };
}

/** A view in one text; the page is left out, for rows move on. */
export function textOfView({ search, columns }: View): string {
  const { page: _page, ...kept } = search;
  const query = new URLSearchParams(kept);
  query.sort();
  if (!isAsBuilt(columns)) query.set(VIEW_COLUMNS, JSON.stringify(columns));
  return query.toString();
}

export function readView(text: string): View {
  const { [VIEW_COLUMNS]: columns, ...search } = Object.fromEntries(new URLSearchParams(text));
  return { search, columns: parseColumns(columns ?? null) };
}

/**
 * Views of a table that a user can see: their own first, each group by title. Omits views whose
 * query is not cached on this device.
 */
export function viewsFor(rows: readonly TableRow[], userId: number): SavedView[] {
  return rows
    .filter((row) => row["search"] !== undefined)
    .map(viewOfRow)
    .filter((view) => view.userId === null || view.userId === userId)
    .toSorted((one, other) => rank(one) - rank(other) || one.title.localeCompare(other.title));
}

function viewOfRow(row: TableRow): SavedView {
  return {
    id: row.id,
    version: row.version,
    table: textOf(row["table_name"]),
    title: textOf(row["title"]),
    userId: numberOrNull(row["user_id"]),
    ...readView(textOf(row["search"])),
  };
}

function rank({ userId }: SavedView): number {
  return userId === null ? 1 : 0;
}

/** Whether a list shows just what a view says. */
export function isShowing(view: View, now: View): boolean {
  return textOfView(view) === textOfView(now);
}
