import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect } from "react";
import { useAdmin } from "./admin-context.ts";
import type { TableSearch } from "./table-search.ts";

/** The search of the table that is open, and how to change it: each change is a step that Back undoes. */
export function useTableSearch(table: string): [TableSearch, (search: TableSearch) => void] {
  const search: TableSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const { lastSearch } = useAdmin();
  useEffect(() => void lastSearch.set(table, search), [lastSearch, table, search]);
  return [search, (next) => void navigate({ to: ".", search: next, resetScroll: false })];
}
