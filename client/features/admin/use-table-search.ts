import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect } from "react";
import { useAdmin } from "./admin-context.ts";
import type { TablePart } from "./parts.ts";
import type { TableSearch } from "./table-search.ts";

/**
 * The search of the table that is open, and how to change it: each change is a step that Back undoes,
 * unless it replaces the one before.
 */
export function useTableSearch(table: string): [TableSearch, TablePart["onSearch"]] {
  const search: TableSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const { lastSearch } = useAdmin();
  useEffect(() => void lastSearch.set(table, search), [lastSearch, table, search]);
  const onSearch: TablePart["onSearch"] = (next, { replace = false } = {}) =>
    void navigate({ to: ".", search: next, resetScroll: false, replace });
  return [search, onSearch];
}
