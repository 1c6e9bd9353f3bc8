import type { SortingState } from "@tanstack/react-table";
import { PAGE_SIZE, QUERY_WORDS, type TableSchema } from "../../../server/contract/tables.ts";

/**
 * Query string of a table: page, sort and filters in the API's format. Names with a hyphen are UI
 * state, because column names have no hyphens.
 */
export type TableSearch = Record<string, string>;

/** Query string of a list: page, limit, sort and filters. */
export type ListSearch = Record<string, string>;

/** Props of table components. `onSearch` navigates; `replace` adds no history entry. */
export type TablePart = {
  schema: TableSchema;
  search: TableSearch;
  onSearch: (search: TableSearch, options?: { replace?: boolean }) => void;
};

/** Name of the parameter that selects infinite scroll instead of pages; its value is "1". */
export const ALL_ROWS = "all-rows";

/** Parameter with the id of the row whose form opens. */
export const OPEN_ROW = "open-row";

/** Parameter of an address with all rows of a table with views; its value is "1". */
export const NO_FILTER = "no-filter";

/** Returns the search of a table's address: without parameters, the table's first view. */
export function searchAt({ views }: Pick<TableSchema, "views">, address: TableSearch): TableSearch {
  const { [NO_FILTER]: _mark, ...search } = address;
  return Object.keys(address).length === 0 ? { ...views?.[0]?.filters } : search;
}

/** Returns the address of a search, which `searchAt` reads. */
export function addressOf({ views }: Pick<TableSchema, "views">, search: TableSearch): TableSearch {
  return views && Object.keys(search).length === 0 ? { [NO_FILTER]: "1" } : search;
}

/** Prefix of the overview's parameters; the home screen shows the overview above a table. */
const OVERVIEW_PREFIX = "stats-";

/** Returns the parameters of the overview, or those of the table below it. */
export function searchPart(search: TableSearch, part: "overview" | "table"): TableSearch {
  const isIn = ([name]: [string, string]) =>
    name.startsWith(OVERVIEW_PREFIX) === (part === "overview");
  return Object.fromEntries(Object.entries(search).filter(isIn));
}

export function parseTableSearch(text: string): TableSearch {
  return Object.fromEntries([...new URLSearchParams(text)].filter(([, value]) => value !== ""));
}

export function stringifyTableSearch(search: Record<string, unknown>): string {
  const entries = Object.entries(search).filter(([, value]) => value !== undefined && value !== "");
  const text = new URLSearchParams(entries as [string, string][]).toString();
  return text && `?${text}`;
}

export function listSearchOf(search: TableSearch): ListSearch {
  return { page: String(pageOf(search)), limit: String(PAGE_SIZE), ...wholeSearchOf(search) };
}

export function wholeSearchOf(search: TableSearch): ListSearch {
  const { sort } = search;
  return { ...(sort && { sort }), ...filtersOf(search) };
}

export function filtersOf(search: TableSearch): ListSearch {
  const words: readonly string[] = QUERY_WORDS;
  const entries = Object.entries(search).filter(
    ([name]) => !words.includes(name) && !name.includes("-"),
  );
  return Object.fromEntries(entries);
}

/** Replaces the filters and goes to the first page. */
export function withFilters(search: TableSearch, filters: ListSearch): TableSearch {
  const before = filtersOf(search);
  const others = Object.entries(withPage(search, 1)).filter(([name]) => !(name in before));
  return { ...Object.fromEntries(others), ...filters };
}

export function pageOf({ page = "1" }: TableSearch): number {
  return /^[1-9]\d{0,8}$/.test(page) ? Number(page) : 1;
}

export function withPage({ page: _page, ...search }: TableSearch, page: number): TableSearch {
  return page > 1 ? { ...search, page: String(page) } : search;
}

export function sortingOf({ sort = "" }: TableSearch): SortingState {
  return sort
    .split(",")
    .filter(Boolean)
    .map((part) => {
      const [id = "", direction] = part.split(":");
      return { id, desc: direction === "desc" };
    });
}

export function withSorting(search: TableSearch, sorting: SortingState): TableSearch {
  const sort = sorting.map(({ id, desc }) => `${id}:${desc ? "desc" : "asc"}`).join(",");
  return { ...withPage(search, 1), sort };
}
