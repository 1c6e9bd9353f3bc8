import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect } from "react";
import { useAdmin } from "../app/admin-context.ts";
import type { TablePart } from "../app/part-props.ts";
import type { TableSearch } from "./table-search.ts";

/**
 * Search state of the open table with its setter. Each change adds a history entry unless it
 * replaces the previous one.
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
